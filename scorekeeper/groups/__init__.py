"""Groups, such as a family or a club: installations inside an installation that do not see each other."""
