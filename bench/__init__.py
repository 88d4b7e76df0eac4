"""The budgets of the app as figures: ``make bench``.

Each module measures one kind of thing and gives figures; none of them asserts anything.
"""
