/// A terminal that cannot show pictures.
package enum TerminalError: Error, Hashable, Sendable {
  /// There is none, or it cannot be opened.
  case noTerminal

  /// Nothing is known of its kind, which `TERM` names, or it cannot move its cursor.
  case unknownKind
}
