"""What happens at tables: who sits there, what each may see, who has to act, where steps are kept. No screen."""
