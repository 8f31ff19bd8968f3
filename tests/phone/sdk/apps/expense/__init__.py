"""What was spent, on what: an app in the manner of Pro Expense."""
