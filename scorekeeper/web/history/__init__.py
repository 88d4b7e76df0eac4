"""All matches: searched, filtered, listed from the latest on, as a table for spreadsheets."""
