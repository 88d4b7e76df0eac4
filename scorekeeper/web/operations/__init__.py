"""What whoever runs the app for many watches: is it well, is it quick, what went wrong. Nobody is named."""
