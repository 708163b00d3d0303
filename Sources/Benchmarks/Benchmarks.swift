import CMeasuring
import Foundation
import Recordings
import Simulation
import TouchInput

/// Measures the package beside named peers, in one run on one core, and prints a table.
///
/// Every figure is the median of interleaved runs: each round runs all contestants once, so that a
/// machine that slows down slows all of them. The exit status is 1 if a figure misses half its bar.
@main
struct Benchmarks {
  private static let rounds = 9

  private let folder: URL
  private let workload: Workload
  private let files: (evemu: URL, libinput: URL, raw: URL)
  private let program: String
  private let memory: Int
  private let tune: Child.Result

  static func main() {
    pin_to_one_core()
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "pantograph-benchmarks-\(getpid())")
    var isGood = false
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      isGood = try Benchmarks(in: folder).run()
    } catch {
      FileHandle.standardError.write(Data("Benchmarks: \(error)\n".utf8))
    }
    try? FileManager.default.removeItem(at: folder)
    exit(isGood ? 0 : 1)
  }

  private init(in folder: URL) throws {
    self.folder = folder
    program =
      URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "pantograph").path
    // First, as a child's peak begins with what its parent held when it was started.
    memory = try Self.peakMemory(of: program)
    tune = try Self.tune(by: program, in: folder)
    workload = Workload(events: 1_000_000)
    files = (
      folder.appending(path: "events.evemu"), folder.appending(path: "events.yml"),
      folder.appending(path: "events.bin")
    )
    try Data(workload.evemu).write(to: files.evemu)
    try Data(workload.libinput).write(to: files.libinput)
    try Data(workload.raw).write(to: files.raw)
  }

  private func run() throws -> Bool {
    let peers = (
      evemuLoop: try Peer("evemu-loop", in: folder),
      libevemu: try Peer("libevemu", libraries: ["-levemu"], in: folder),
      libinputLoop: try Peer("libinput-loop", in: folder),
      libyaml: try Peer("libyaml", libraries: ["-lyaml"], in: folder),
      fread: try Peer("raw-fread", in: folder),
      libevdev: try Peer(
        "libevdev", libraries: ["-I/usr/include/libevdev-1.0", "-levdev", "-lpthread"], in: folder),
      bezier: try Peer("bezier", libraries: ["-lm"], in: folder)
    )
    var scenes = [100, 1000, 10_000].map(LayerScene.init)
    var times: [String: [Double]] = [:]
    func note(_ name: String, _ result: Peer.Result) throws {
      guard result.sum == 0 || result.sum == workload.sum else {
        throw Child.Failure(description: "\(name) read other events: sum \(result.sum)")
      }
      times[name, default: []].append(result.seconds / Double(result.events) * 1e9)
    }
    for round in 1...Self.rounds {
      progress(round)
      try note("evemu", read(files.evemu))
      try note("evemu loop", peers.evemuLoop(files.evemu))
      try note("libevemu", peers.libevemu(files.evemu))
      try note("libinput", read(files.libinput))
      try note("libinput loop", peers.libinputLoop(files.libinput))
      try note("libyaml", peers.libyaml(files.libinput))
      try note("raw", read(files.raw))
      try note("fread", peers.fread(files.raw))
      try note("decision", decide())
      try note("libevdev", peers.libevdev(files.raw))
      try note("replay", replay())
      let bezier = try peers.bezier(folder)
      times["bezier", default: []].append(bezier.seconds / Double(bezier.events) * 1e9)
      for index in scenes.indices { measure(&scenes[index], into: &times) }
      try note("replay of recordings", runOnRecordings(["replay", "--json"]))
      try note("features", runOnRecordings(["features", "--jobs", "1"]))
    }
    func median(_ name: String) -> Double {
      let sorted = (times[name] ?? []).sorted()
      return sorted.isEmpty ? .nan : sorted[sorted.count / 2]
    }
    let parts = median("evemu") + median("decision")
    let figures = [
      Figure(
        name: "evemu text", ours: median("evemu"), peer: ("plain C loop", median("evemu loop")),
        bar: .speed(0.7)),
      Figure(
        name: "evemu text", ours: median("evemu"), peer: ("libevemu", median("libevemu")),
        bar: .speed(5)),
      Figure(
        name: "libinput YAML", ours: median("libinput"),
        peer: ("plain C loop", median("libinput loop")), bar: .speed(0.7)),
      Figure(
        name: "libinput YAML", ours: median("libinput"), peer: ("libyaml", median("libyaml")),
        bar: .speed(15)),
      Figure(
        name: "raw", ours: median("raw"), peer: ("C fread", median("fread")), bar: .speed(0.3)),
      Figure(
        name: "event to decision", ours: median("decision"),
        peer: ("libevdev_next_event", median("libevdev")), bar: .cost(0.4)),
      Figure(
        name: "whole replay", ours: median("replay"), peer: ("evemu text + decision", parts),
        bar: .cost(1.15)),
      Figure(
        name: "features of recordings", ours: median("features"),
        peer: ("replay of them", median("replay of recordings")), bar: .cost(3)),
      Figure(
        name: "layer animation", ours: median("layers 1000"),
        peer: ("Bézier in C", median("bezier")), bar: .cost(4)),
      Figure(
        name: "10,000 layers, per layer", ours: median("layers 10000"),
        peer: ("100 layers", median("layers 100")), bar: .cost(2)),
      Figure(
        name: "layers back and forth", ours: median("scrubbed 1000"),
        peer: ("forward", median("layers 1000")), bar: .cost(1.5)),
    ]
    print(Figure.head)
    figures.forEach { print($0.row) }
    let allocations = countAllocations()
    print("allocations per event        \(allocations) (bar: 0)")
    print("peak memory on 1 GB          \(memory >> 20) MB (bar: < 64 MB)")
    let frame = median("layers 1000") * 3000 / 1e6
    print("frame of 1000 layers         \((frame * 1000).rounded() / 1000) ms (bar: <= 0.25 ms)")
    let layerAllocations = scenes.indices.reduce(0) { $0 + scenes[$1].allocations(frames: 100) }
    print("allocations of such frames   \(layerAllocations) (bar: 0)")
    let seconds = (tune.processorTime * 100).rounded() / 100
    print("tune, 100,000 gestures        \(seconds) s (bar: < 3 s)")
    print("  x 500 values, all policies  \(tune.peakMemory >> 20) MB (bar: < 500 MB)")
    return figures.allSatisfy { !$0.isBelowHalf } && allocations == 0 && layerAllocations == 0
      && frame <= 0.5 && memory < 64 << 20 && seconds < 6 && tune.peakMemory < 500 << 20
  }

  // MARK: Contestants

  /// Reads a recording into events, as every command does.
  private func read(_ file: URL) throws -> Peer.Result {
    let clock = ContinuousClock()
    let start = clock.now
    var reader = RecordingReader()
    var batch = EventBatch()
    var result = Peer.Result(events: 0, sum: 0, seconds: 0)
    func add() {
      result.events += batch.events.count
      for event in batch.events { result.sum &+= Int(event.event.value) }
      batch.removeAll()
    }
    let descriptor = open(file.path, O_RDONLY)
    defer { close(descriptor) }
    let buffer = UnsafeMutableRawBufferPointer.allocate(
      byteCount: RecordingReader.chunkSize, alignment: 64)
    defer { buffer.deallocate() }
    while case let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count), count > 0 {
      try reader.read(UnsafeRawBufferPointer(rebasing: buffer[..<count]), into: &batch)
      add()
    }
    try reader.finish(into: &batch)
    add()
    result.seconds = start.duration(to: clock.now) / .seconds(1)
    return result
  }

  /// Samples a scene of layers, in order and back and forth.
  private func measure(_ scene: inout LayerScene, into times: inout [String: [Double]]) {
    let frames = 300_000 / scene.count + 10
    let perAnimation = 1e9 / Double(frames * scene.count * 3)
    times["layers \(scene.count)", default: []]
      .append(scene.sample(frames: frames) * perAnimation)
    times["scrubbed \(scene.count)", default: []]
      .append(scene.sample(frames: frames, isScrubbed: true) * perAnimation)
  }

  /// Makes decisions of events.
  private func decide() throws -> Peer.Result {
    var replay = Replay(device: workload.device, settings: ReplaySettings())
    var decisions = 0
    let clock = ContinuousClock()
    let start = clock.now
    for (index, event) in workload.events.enumerated() {
      try replay.handle(event, line: index + 1)
      if !replay.findings.isEmpty { decisions += replay.takeFindings().count }
    }
    let seconds = start.duration(to: clock.now) / .seconds(1)
    guard decisions > 0 else { throw Child.Failure(description: "no decision was made") }
    return Peer.Result(events: workload.events.count, sum: 0, seconds: seconds)
  }

  /// Runs the program on many short recordings, a gesture each.
  private func runOnRecordings(_ command: [String]) throws -> Peer.Result {
    let folder = folder.appending(path: "recordings")
    var events = 0
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let bytes = try Data(contentsOf: folder.appending(path: name))
      events += bytes.split(separator: UInt8(ascii: "\n")).count { $0.first == UInt8(ascii: "E") }
    }
    let repetitions = 20
    let result = try Child.run(
      program, command + Array(repeating: folder.path, count: repetitions))
    return Peer.Result(
      events: events * repetitions, sum: 0, seconds: result.processorTime)
  }

  /// Runs the program on a recording.
  private func replay() throws -> Peer.Result {
    let description = folder.appending(path: "description.evemu")
    let text = """
      # EVEMU 1.3
      N: Benchmark Pad
      P: 05 00 00 00 00 00 00 00
      A: 2f 0 4 0 0 0
      A: 35 0 4095 0 0 40
      A: 36 0 2815 0 0 40
      A: 39 0 65535 0 0 0

      """
    try Data(text.utf8).write(to: description)
    let result = try Child.run(
      program, ["replay", "--json", "--description", description.path, files.evemu.path])
    return Peer.Result(
      events: workload.events.count, sum: 0, seconds: result.processorTime)
  }

  /// The allocations of a million events, but for those of the reports.
  private func countAllocations() -> Int {
    var replay = Replay(device: workload.device, settings: ReplaySettings())
    var count: UInt = 0
    for (index, event) in workload.events.enumerated() {
      let before = allocation_count()
      try? replay.handle(event, line: index + 1)
      let after = allocation_count()
      // A frame that ends a gesture makes a report.
      if replay.findings.isEmpty {
        if index > 100 { count += after - before }
      } else {
        _ = replay.takeFindings()
      }
    }
    return Int(count)
  }

  /// The most memory that the program holds for a recording of 1 GB that comes through a pipe.
  private static func peakMemory(of program: String) throws -> Int {
    let head =
      Array("# EVEMU 1.3\nN: Benchmark Pad\nP: 05 00 00 00 00 00 00 00\n".utf8)
      + Array("A: 2f 0 4 0 0 0\nA: 35 0 4095 0 0 40\nA: 36 0 2815 0 0 40\n".utf8)
    let body = Workload(events: 20_000).evemu
    let result = try Child.run(program, ["replay", "--json", "-"]) { descriptor in
      write(head, to: descriptor)
      for _ in 0...(1 << 30) / body.count { write(body, to: descriptor) }
    }
    return result.peakMemory
  }

  /// What the search for the best of 500 thresholds takes, for each policy over 100,000 gestures.
  private static func tune(by program: String, in folder: URL) throws -> Child.Result {
    let recordings = folder.appending(path: "recordings")
    try FileManager.default.createDirectory(at: recordings, withIntermediateDirectories: true)
    let lines = folder.appending(path: "gestures")
    try GestureLines(by: program, in: recordings).write(100_000, to: lines)
    defer { try? FileManager.default.removeItem(at: lines) }
    return try Child.run(
      program,
      ["tune", "--policy", "all", "--vary", "finish_threshold=0.002..1:0.002", lines.path])
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress.map { $0 + done }, bytes.count - done)
      }
      guard count > 0 else { return }
      done += count
    }
  }

  private func progress(_ round: Int) {
    guard isatty(STDERR_FILENO) == 1 else { return }
    FileHandle.standardError.write(Data("round \(round) of \(Self.rounds)\n".utf8))
  }
}
