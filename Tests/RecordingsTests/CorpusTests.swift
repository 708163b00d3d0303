import Foundation
import Quantities
import Recordings
import Testing
import TouchInput

/// Recordings that others published, each with what an index says of it.
@Suite(.enabled(if: Corpus.path != nil, "PANTOGRAPH_CORPUS names no folder"))
struct CorpusTests {
  let rows: [Corpus.Row]

  init() throws {
    rows = try Corpus.rows(in: #require(Corpus.path))
  }

  @Test func `events, durations and names are those of the index`() throws {
    #expect(!rows.isEmpty)
    for row in rows where row.format != "hid" {
      let reading = Reading(try row.bytes)
      #expect(reading.error == nil, "\(row.file)")
      #expect(reading.events.count == row.events, "\(row.file)")
      #expect(abs(reading.duration - row.duration) <= 1e-6 + 1e-8 * row.duration, "\(row.file)")
      #expect(
        reading.format?.rawValue == row.format.split(separator: "-").first.map(String.init),
        "\(row.file)")
      guard row.isNameKnown else { continue }
      let name = reading.devices.last?.name ?? ""
      #expect(
        name.trimmingCharacters(in: .whitespaces) == row.name.trimmingCharacters(in: .whitespaces),
        "\(row.file)")
    }
  }

  @Test func `reports of hid-recorder are those of the index`() throws {
    for row in rows where row.format == "hid" {
      let reading = Reading(try row.bytes)
      #expect(reading.format == .hid, "\(row.file)")
      #expect(reading.devices.last?.name == row.name, "\(row.file)")
      if let error = reading.error {
        // A device that the kernel has a driver of its own for.
        #expect(error.line != nil, "\(row.file)")
        continue
      }
      #expect(reading.reports.count == row.events, "\(row.file)")
      let times = reading.reports.map(\.time.nanoseconds)
      let duration = Double((times.max() ?? 0) - (times.min() ?? 0)) / 1e9
      #expect(abs(duration - row.duration) <= 1e-6, "\(row.file)")
      #expect(reading.notices == [], "\(row.file)")
      #expect(reading.devices.contains { $0.kind != nil }, "\(row.file)")
    }
  }

  @Test func `reports of hid-recorder give the events that the kernel made of them`() throws {
    var compared = 0
    for row in rows where row.format == "hid" {
      let name = row.file.split(separator: "/").last?.dropFirst(12).dropLast(4) ?? ""
      for twin in rows where twin.file.contains("x-\(name)_") && twin.file.hasSuffix(".ev") {
        let (reading, wanted) = (Reading(try row.bytes), Reading(try twin.bytes))
        let (device, other) = (
          try #require(reading.devices.first), try #require(wanted.devices.first)
        )
        #expect(device.name == other.name)
        #expect(device.properties == other.properties)
        for (code, axis) in other.axes { #expect(device.axes[code] == axis, "\(code) of \(name)") }
        let differing = zip(reading.touchFrames, wanted.touchFrames).first { $0 != $1 }
        #expect(differing == nil, "\(name)")
        #expect(reading.touchFrames.count == wanted.touchFrames.count, "\(name)")
        compared += 1
      }
    }
    #expect(compared > 0)
  }

  @Test func `the same bytes in other chunks give the same`() throws {
    for row in rows {
      let bytes = try row.bytes.prefix(20_000)
      let whole = Reading(Array(bytes))
      for chunkSize in [7, 4096] {
        #expect(Reading(Array(bytes), chunkSize: chunkSize) == whole, "\(row.file)")
      }
    }
  }

  @Test func `reading what was written gives the same`() throws {
    for row in rows where row.format != "hid" {
      let reading = Reading(try row.bytes)
      let device = reading.devices.last ?? DeviceDescription()
      let again = Reading(EvemuWriterTests.text(device, reading.inputs))
      #expect(again.inputs == reading.inputs, "\(row.file)")
      #expect(again.devices == [device], "\(row.file)")
    }
  }
}

/// Where the published recordings are.
enum Corpus {
  /// The folder that the environment names, if it does.
  static var path: String? {
    let path = ProcessInfo.processInfo.environment["PANTOGRAPH_CORPUS"]
    return path == "" ? nil : path
  }

  /// A line of the index.
  struct Row {
    var folder: String
    var file: String
    var format: String
    var name: String
    var events: Int
    var duration: Double

    /// Whether the file itself has the name: not where another file describes the device, nor
    /// where the head is cut.
    var isNameKnown: Bool

    /// What is in the file.
    var bytes: [UInt8] {
      get throws { [UInt8](try Data(contentsOf: URL(filePath: folder + "/" + file))) }
    }
  }

  /// The lines of the index of a folder.
  static func rows(in folder: String) throws -> [Row] {
    let text = String(
      decoding: try Data(contentsOf: URL(filePath: folder + "/INDEX.tsv")), as: UTF8.self)
    return text.split(whereSeparator: \.isNewline).dropFirst().map { line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      let events = Int(fields[8]) ?? -1
      return Row(
        folder: folder, file: fields[0], format: fields[1], name: fields[6], events: events,
        duration: Double(fields[9]) ?? .nan,
        isNameKnown: fields[6] != "-" && !fields[12].contains("device description: ")
          && !(events == 0 && fields[1] == "libinput"))
    }
  }
}

extension Reading {
  /// The frames without what old kernels do not report: the device's own time, nor the order of
  /// contacts, which in 3.6 was that of the slots.
  fileprivate var touchFrames: [[String]] {
    var slot = "0"
    return frames.map { frame in
      var parts: [String] = []
      for part in frame.split(separator: ", ") where !part.hasPrefix("at ") {
        if part.hasPrefix("slot ") {
          slot = String(part.dropFirst(5))
        } else {
          let isOfSlot = part.hasPrefix("id ") || part.hasPrefix("x ") || part.hasPrefix("y ")
          parts.append((isOfSlot ? slot + " " : "") + part)
        }
      }
      return parts.sorted()
    }
    .filter { !$0.isEmpty }
  }

  /// The largest time less the smallest, in seconds.
  var duration: Double {
    let times = inputs.map(\.time.nanoseconds)
    return Double((times.max() ?? 0) - (times.min() ?? 0)) / 1e9
  }
}
