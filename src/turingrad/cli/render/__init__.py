"""What commands show: lines and bars on the terminal, JSON fields, pages and pictures."""
