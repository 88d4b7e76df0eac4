"""What rules do to a game: many rounds by simple policies, and what they say, with how sure each number is.

Everything here is worked out from the chances that are passed in: the same chances give the same numbers.
"""
