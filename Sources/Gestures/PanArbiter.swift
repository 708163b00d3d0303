public import Quantities
public import TouchInput

/// Gives a touch to one of several recognizers: at most one of them begins.
///
/// All of them see the same frames. The first to recognize its pan has the touch; among several
/// that do in the same frame, the one that stands first. The others never begin: the touch is taken
/// away from them before they could, and none of them says a word about it.
///
/// - Complexity: O(recognizers · contacts) a frame, and no allocation.
public struct PanArbiter: Sendable {
  /// What came of a frame.
  public struct Output: Hashable, Sendable {
    /// What to do, or `nil` if the frame changes nothing.
    public var action: PanRecognizer.Action?

    /// The place of the recognizer whose action it is; 0 for a touch that none of them wanted.
    public var recognizer: Int

    /// Whether a step was left out that no finger can make.
    public var sawJump: Bool
  }

  /// The recognizers, those that go first at the front.
  public private(set) var recognizers: [PanRecognizer]

  /// The place of the recognizer that has the touch, or `nil` as long as none has it.
  public private(set) var winner: Int?

  /// Creates an arbiter.
  ///
  /// - Precondition: There is a recognizer.
  public init(_ recognizers: [PanRecognizer]) {
    precondition(!recognizers.isEmpty, "An arbiter needs a recognizer")
    self.recognizers = recognizers
  }

  /// Takes a frame.
  ///
  /// - Returns: What to do about it.
  public mutating func handle(_ frame: ContactFrame) -> Output {
    var output = Output(action: nil, recognizer: 0, sawJump: false)
    for index in recognizers.indices {
      let heard = recognizers[index].handle(frame)
      output.sawJump = output.sawJump || heard.sawJump
      hear(heard.action, of: index, at: frame.time, &output)
    }
    return output
  }

  /// Takes the touch away from all of them: what is left of it is ignored.
  ///
  /// - Returns: What ends by it.
  public mutating func cancel(at time: Timestamp) -> Output {
    tell(at: time) { $0.cancel(at: time) }
  }

  /// Switches all of them on or off.
  ///
  /// - Returns: What ends by it.
  public mutating func setEnabled(_ isEnabled: Bool, at time: Timestamp) -> Output {
    tell(at: time) { $0.setEnabled(isEnabled, at: time) }
  }

  private mutating func tell(
    at time: Timestamp, _ call: (inout PanRecognizer) -> PanRecognizer.Action?
  ) -> Output {
    var output = Output(action: nil, recognizer: 0, sawJump: false)
    for index in recognizers.indices {
      let action = call(&recognizers[index])
      hear(action, of: index, at: time, &output)
    }
    return output
  }

  private mutating func hear(
    _ action: PanRecognizer.Action?, of index: Int, at time: Timestamp, _ output: inout Output
  ) {
    switch action {
    case nil: break
    case .begin:
      winner = index
      for other in recognizers.indices where other != index {
        _ = recognizers[other].cancel(at: time)
      }
      (output.action, output.recognizer) = (action, index)
    case .change where winner == index: (output.action, output.recognizer) = (action, index)
    case .end where winner == index:
      winner = nil
      (output.action, output.recognizer) = (action, index)
    case .reject where winner == nil && output.action == nil: output.action = action
    case .change, .end, .reject: break
    }
  }
}
