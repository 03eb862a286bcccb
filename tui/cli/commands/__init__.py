"""The commands of `tilehall` that belong to no feature, one module each."""
