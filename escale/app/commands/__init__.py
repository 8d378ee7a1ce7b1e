"""The commands of `escale`: the command line, and what each of its commands does and says."""
