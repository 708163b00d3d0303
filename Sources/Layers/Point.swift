public import Quantities

/// A position in a layer's own coordinates, in points; y grows downwards.
public typealias Point = Vector<Screen>

/// A time in seconds, on the time line of whoever is said.
///
/// Media time is stretched, shifted and mirrored from a layer to the next, so that it is a real
/// number; whoever samples a tree says what its zero is.
public typealias MediaTime = Double
