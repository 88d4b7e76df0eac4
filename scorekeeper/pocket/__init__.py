"""The app without a server: its pages answered in the browser, what it keeps in the browser's storage.

Python runs there as WebAssembly (Pyodide). ``site`` makes a folder of static files; ``pack`` is the
part of it that runs in the same Python as the browser will. ``app`` answers requests there, and gives the
installation as one piece to be kept. ``shell`` has the page around the app, its workers, and the storage.
"""
