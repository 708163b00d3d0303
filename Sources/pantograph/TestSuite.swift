@preconcurrency import Glibc
import Recordings
import Simulation

/// The recordings that an operand names.
struct TestSuite {
  /// The recordings, in the order of their names.
  private(set) var cases: [TestCase] = []

  /// What there is to say of others.
  private(set) var comments: [String] = []

  /// Finds the recordings.
  ///
  /// - Throws: That there are none, or that what is expected of them cannot be read.
  init(_ operand: String) throws(Problem) {
    if operand.first == SampleCollection.mark {
      let sample = try SampleCollection.sample(operand)
      cases = [
        TestCase(
          name: operand, input: try Input.sample(operand),
          expectation: SampleCollection.expectation(of: sample))
      ]
      return
    }
    guard operand != "-" else {
      throw Problem(.misused, file: operand, "standard input has no expectations beside it")
    }
    guard OutputFile.exists(operand) else { throw Input.problem(operand, ENOENT) }
    if let names = try Input.folder(operand) {
      let folder = operand.hasSuffix("/") ? operand : operand + "/"
      let expectations = try Self.expectations(in: folder, of: operand)
      cases = Self.all(expectations, in: folder)
      let known = Set(cases.compactMap(\.input.path))
      for name in names where !known.contains(folder + name) {
        guard Self.isRecording(folder + name) else { continue }
        comments.append("\(folder + name): nothing is expected of it")
      }
      return
    }
    let (folder, name) = Self.parts(operand)
    guard name != ExpectationsFile.name else {
      cases = Self.all(try ExpectationsFile.read(operand), in: folder)
      return
    }
    let expectations = try Self.expectations(in: folder, of: operand)
    cases = Self.all(expectations, in: folder).filter { $0.input.path == operand }
    guard cases.isEmpty else { return }
    throw Problem(
      .noInput, file: operand, "\(folder + ExpectationsFile.name) expects nothing of it")
  }

  private static func expectations(
    in folder: String, of operand: String
  ) throws(Problem) -> Expectations {
    let path = folder + ExpectationsFile.name
    guard OutputFile.exists(path) else {
      throw Problem(
        .noInput, file: operand, "there is no \(path), which would say what is expected")
    }
    return try ExpectationsFile.read(path)
  }

  private static func all(_ expectations: Expectations, in folder: String) -> [TestCase] {
    expectations.recordings.keys.sorted().compactMap { key in
      expectations.recordings[key].map { expectation in
        // A table may have variants, whose names come behind a number sign.
        var file = key
        var variant: String?
        if let sign = key.lastIndex(of: "#"), !OutputFile.exists(folder + key) {
          file = String(key[..<sign])
          variant = folder + key
        }
        let path = folder + file
        return TestCase(
          name: SystemText.shown(folder + key), input: Input(file: path),
          variant: variant.map(SystemText.shown), expectation: expectation,
          from: folder + ExpectationsFile.name)
      }
    }
  }

  /// The folder of a path, with a slash behind it, and the name.
  private static func parts(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return ("", path) }
    return (String(path[...slash]), String(path[path.index(after: slash)...]))
  }

  private static func isRecording(_ path: String) -> Bool {
    let input = Input(file: path, isFromFolder: true)
    let stop = Problem(.done, "the format is known")
    let (reader, _) = input.readRecording { _, reader in reader.format == nil ? nil : stop }
    return reader.format != nil
  }
}
