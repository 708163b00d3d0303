import Foundation
import TestSupport
import Tuning

/// Persons who swipe with a travel of their own, and whose best threshold is known.
struct Persons {
  /// The mean travel of those who mean to finish, and of those who mean to cancel, as a share.
  var finish = 0.55
  var cancel = 0.22

  /// How much one person's swipes differ.
  var finishSpread = 0.13
  var cancelSpread = 0.09

  /// How much the means of persons differ.
  var spread = 0.05

  /// The threshold with the fewest mistakes over all persons that there could be.
  var bestThreshold: Double {
    // The travel of anybody is normal, with both spreads.
    func below(_ value: Double, _ mean: Double, _ deviation: Double) -> Double {
      erfc(-(value - mean) / (deviation * 2.0.squareRoot())) / 2
    }
    let finishing = (spread * spread + finishSpread * finishSpread).squareRoot()
    let canceling = (spread * spread + cancelSpread * cancelSpread).squareRoot()
    let values = stride(from: 0.0, through: 1, by: 0.0001)
    return values.min { one, other in
      below(one, finish, finishing) - below(one, cancel, canceling)
        < below(other, finish, finishing) - below(other, cancel, canceling)
    } ?? 0
  }

  /// A gesture.
  struct Gesture {
    var person = 0
    var session = 0
    var intent: Intent? = .finish
    var progress = 0.0
    var velocity = 0.0
    var began = true
    var endReason = "lift"
    var device = "Pad"
    var width = 104.2
    var recording: String?
    var more = ""

    /// Its line of features, under the policy `threshold` on a way of 38 mm.
    func line(_ number: Int) -> String {
      let intent = intent.map { "\"\($0.rawValue)\"" } ?? "null"
      let recording = recording ?? "study/g\(number).evemu"
      return #"{"device":{"height_mm":70.1,"kind":"touchpad","name":"\#(device)","#
        + #""width_mm":\#(width)},"direction":"right","down":0,"end":0.5,"#
        + #""end_reason":"\#(endReason)","fingers":3,"gesture":1,"intent":\#(intent),"#
        + #""participant":"p\#(person)",\#(more)"policies":{"threshold":{"began":\#(began),"#
        + #""progress":\#(progress),"units":{"mm":38,"px":400},"velocity":\#(velocity)}},"#
        + #""recording":"\#(recording)","schema":"pantograph.features/1","#
        + #""session":"s\#(session)","travel":0.4}"#
    }
  }

  /// Swipes of some persons, half of them meant to finish.
  func gestures(_ count: Int, of persons: Int, seed: UInt64) -> [Gesture] {
    var random = Seeded(seed)
    func normal() -> Double {
      let radius = (-2 * log(Double.random(in: 0..<1, using: &random).nextUp)).squareRoot()
      return radius * cos(2 * .pi * Double.random(in: 0..<1, using: &random))
    }
    let means = (0..<persons).map { _ in
      (finish: finish + spread * normal(), cancel: cancel + spread * normal())
    }
    return (0..<count).map { index in
      let person = index % persons
      let round = index / persons
      let isFinish = round.isMultiple(of: 2)
      return Gesture(
        person: person, session: round / 2 % 2, intent: isFinish ? .finish : .cancel,
        progress: isFinish
          ? means[person].finish + finishSpread * normal()
          : means[person].cancel + cancelSpread * normal())
    }
  }
}

extension GestureTable {
  /// Reads the lines of gestures.
  init(_ gestures: [Persons.Gesture]) throws {
    try self.init(gestures.enumerated().map { $1.line($0) }.joined(separator: "\n"))
  }

  /// Reads lines of features, in chunks of some size.
  init(_ text: String, chunk: Int = 1 << 16, policies: Set<String>? = nil) throws {
    self.init()
    var reader = FeatureReader(policies: policies)
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: chunk) {
      let piece = Array(bytes[start..<min(start + chunk, bytes.count)])
      let result = piece.withUnsafeBytes { buffer -> Result<Void, FeatureError> in
        do throws(FeatureError) {
          return .success(try reader.read(buffer, into: &self))
        } catch {
          return .failure(error)
        }
      }
      try result.get()
    }
    try reader.finish(into: &self)
  }
}
