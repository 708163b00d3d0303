import Foundation

/// What libFuzzer calls before the first input: `list` and `seeds` end the program here.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
  _ count: UnsafeMutablePointer<Int32>, _ words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>>
) -> Int32 {
  let arguments = CommandLine.arguments
  switch arguments.dropFirst().first {
  case "list":
    print(FuzzTarget.allCases.filter { $0 != .planted }.map(\.rawValue).joined(separator: "\n"))
    exit(0)
  case "seeds" where arguments.count == 5:
    guard let target = FuzzTarget(rawValue: arguments[2]) else { exit(64) }
    do {
      try Seeds(from: URL(filePath: arguments[3])).write(
        target, to: URL(filePath: arguments[4]))
      exit(0)
    } catch {
      print(error)
      exit(74)
    }
  default: return 0
  }
}

/// What libFuzzer calls with each input; the target is named by FUZZ_TARGET.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  chosenTarget.run(UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : count))
  return 0
}

private let chosenTarget: FuzzTarget = {
  let name = ProcessInfo.processInfo.environment["FUZZ_TARGET"] ?? ""
  guard let target = FuzzTarget(rawValue: name) else {
    print("FUZZ_TARGET names no target: '\(name)'")
    exit(64)
  }
  return target
}()
