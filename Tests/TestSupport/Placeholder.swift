// The fixtures follow.
