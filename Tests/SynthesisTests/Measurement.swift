import Gestures
import Quantities
import Synthesis
import TouchInput

/// A made gesture as the engine sees it.
struct Measurement {
  /// A position of the mean of the fingers since all had landed.
  struct Sample {
    /// When, in seconds.
    var time: Double

    /// How far, in millimeters.
    var displacement: Vector<Millimeters>
  }

  /// The frames of contacts.
  private(set) var frames: [ContactFrame] = []

  /// What the decoder complained of.
  private(set) var issues: TouchDecoder.Issues = []

  /// What the recognizer said of the pan, frame by frame.
  private(set) var samples: [Sample] = []

  /// The pan at its end, and what ended it.
  private(set) var pan: Pan?
  private(set) var end: PanEnd?

  /// Why a touch was no pan.
  private(set) var rejection: PanRejection?

  /// Follows the events of a gesture.
  init(_ gesture: GestureSpecification, slop: Double = 0, fingers: FingerRequirement = .any) throws
  {
    try self.init(SyntheticRecording(of: gesture), slop: slop, fingers: fingers)
  }

  init(_ recording: SyntheticRecording, slop: Double = 0, fingers: FingerRequirement = .any) {
    let device = recording.device
    guard let surface = device.surface(device.isMultitouch ? .contacts : .single),
      let x = surface.x.unitsPerMillimeter?.value, let y = surface.y.unitsPerMillimeter?.value
    else { return }
    var decoder = TouchDecoder(device: device)
    var recognizer = PanRecognizer(
      PanSettings(
        fingers: fingers, slop: PerAxis(x: slop * x, y: slop * y), surface: surface,
        unitsPerMillimeter: PerAxis(x: x, y: y),
        isCancelledByButton: device.properties.contains(.clickpad)))
    for event in recording.events {
      let output = decoder.handle(event)
      issues.formUnion(output.issues)
      guard output.isFrame else { continue }
      frames.append(decoder.frame)
      switch recognizer.handle(decoder.frame).action {
      case .begin(let pan), .change(let pan):
        let parts = Double(Centroid.partsPerUnit)
        samples.append(
          Sample(
            time: pan.time.since(.zero).seconds,
            displacement: Vector(
              x: Double(pan.displacement.x) / parts / x,
              y: Double(pan.displacement.y) / parts / y)))
      case .end(let pan, let end): (self.pan, self.end) = (pan, end)
      case .reject(let touch): rejection = touch.reason
      case nil: break
      }
    }
  }

  /// The largest velocity from one frame to the next along an axis, in millimeters per second.
  func peakVelocity(along axis: Axis) -> Double {
    zip(samples, samples.dropFirst()).map { before, after in
      (after.displacement[axis: axis] - before.displacement[axis: axis]).magnitude
        / (after.time - before.time)
    }.max() ?? 0
  }

  /// The most contacts of a frame, and the most fingers that the device counted.
  var mostContacts: Int { frames.map(\.count).max() ?? 0 }
  var mostFingers: Int { frames.map(\.fingerCount).max() ?? 0 }
}

extension GestureSpecification {
  /// A gesture without noise and tremor, so that what is measured is what was asked for.
  static func quiet(_ change: (inout Self) -> Void = { _ in }) -> Self {
    var gesture = Self()
    gesture.device.noise = 0
    gesture.hand.tremor = 0
    change(&gesture)
    return gesture
  }
}
