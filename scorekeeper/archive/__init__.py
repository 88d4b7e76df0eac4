"""All matches of an installation together: what each comes to, who played, how they are found and counted."""
