// The stage's first file follows.
