"""The budgets of the app as figures: ``make bench``.

Each part is a module with rows; none of them asserts anything.
"""
