"""The budgets of the app as figures: ``make bench``.

Each module measures one kind of thing and yields figures; none of them asserts anything.
"""
