import Foundation
import Testing

/// The recordings that come with the package.
@Suite struct RecordingsTests {
  private let folder = RunningProgram.package.appending(path: "recordings")

  private struct Expectations: Decodable {
    struct Recording: Decodable {
      var intent: String
      var options: [String]
    }
    var recordings: [String: Recording]
  }

  private struct Replayed: Decodable {
    struct Gesture: Decodable {
      var end_reason: String
      var progress: Double
    }
    var gestures: [Gesture]
  }

  private var expectations: [String: Expectations.Recording] {
    get throws {
      let data = try Data(contentsOf: folder.appending(path: "expectations.json"))
      return try JSONDecoder().decode(Expectations.self, from: data).recordings
    }
  }

  private func files(in folder: URL) throws -> [String: Data] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return try Dictionary(
      uniqueKeysWithValues: names.map { ($0, try Data(contentsOf: folder.appending(path: $0))) })
  }

  @Test func `they are byte for byte what the program makes`() throws {
    let place = try TemporaryFolder()
    let run = try RunningProgram.run(["synthesize", "--samples", place.path("made")])
    #expect(run.status == 0)
    let made = try files(in: place.url.appending(path: "made"))
    let kept = try files(in: folder)
    #expect(made.keys.sorted() == kept.keys.sorted())
    for (name, data) in made { #expect(kept[name] == data, "\(name)") }
  }

  @Test func `there are forty, said to be synthetic, of less than a megabyte`() throws {
    let kept = try files(in: folder)
    let recordings = kept.filter { $0.key.hasSuffix(".evemu") }
    #expect(recordings.count == 40)
    #expect(try expectations.keys.sorted() == recordings.keys.sorted())
    for data in recordings.values {
      let text = String(decoding: data.prefix(200), as: UTF8.self)
      #expect(text.hasPrefix("# EVEMU 1.3\n# Synthetic: "))
    }
    #expect(kept.values.reduce(0) { $0 + $1.count } < 1_000_000)
  }

  @Test func `the engine answers them as their stories say`() throws {
    let run = try RunningProgram.run(["test", "recordings"])
    #expect(run.status == 0, "\(run.output)")
    #expect(run.lines.filter { $0.hasPrefix("ok ") }.count == 40)
    #expect(run.lines.last == "# 40 of 40 as expected")
  }

  @Test func `no threshold tells what was meant`() throws {
    var answers: [(progress: Double, isMeant: Bool)] = []
    for (name, recording) in try expectations where recording.intent != "none" {
      let run = try RunningProgram.run(
        ["replay", "--json"] + recording.options + ["recordings/\(name)"])
      let replayed = try JSONDecoder().decode(Replayed.self, from: Data(run.output.utf8))
      let gesture = try #require(replayed.gestures.first)
      // Whatever interrupted the others cancels them at any threshold.
      guard ["lift", "fingers-changed"].contains(gesture.end_reason) else { continue }
      answers.append((gesture.progress, recording.intent == "finish"))
    }
    func misjudged(_ threshold: Double) -> Int {
      answers.count { ($0.progress >= threshold) != $0.isMeant }
    }
    // Only at the progress of a gesture does the number change.
    let thresholds = answers.map(\.progress).sorted() + [.infinity]
    let least = try #require(thresholds.min { misjudged($0) < misjudged($1) })
    print(
      "of \(answers.count) gestures any threshold misjudges \(misjudged(least)) or more "
        + "(\(misjudged(least)) at \(least)), and 0.3 misjudges \(misjudged(0.3))")
    #expect(answers.count > 30)
    for threshold in thresholds { #expect(misjudged(threshold) > 0) }
    #expect(misjudged(least) >= 5)
  }

  @Test func `samples inside the program are the files`() throws {
    for name in ["pad-3f-flick-right-01", "phone-1f-edge-right-01", "bigpad-3f-lifting-right-01"] {
      let inside = try RunningProgram.run(["replay", "--json", "@\(name)"], in: URL(filePath: "/"))
      let file = try RunningProgram.run(["replay", "--json", "recordings/\(name).evemu"])
      #expect(inside.status == 0)
      #expect(
        inside.output.replacing("@\(name)", with: "recordings/\(name).evemu") == file.output)
    }
  }

  @Test func `an at sign lists the samples, a wrong name is told the nearest`() throws {
    let list = try RunningProgram.run(["explain", "@"])
    #expect(list.status == 0)
    #expect(list.lines.count == 40)
    #expect(list.lines.allSatisfy { $0.hasPrefix("@") && $0.contains("meant: ") })
    let wrong = try RunningProgram.run(["replay", "@pad-3f-flik-right-01", "@phone-1f-tap-01"])
    #expect(wrong.status == 66)
    #expect(wrong.errors.contains("did you mean '@pad-3f-flick-right-01'?"))
    #expect(wrong.output.contains("@phone-1f-tap-01"))
  }
}
