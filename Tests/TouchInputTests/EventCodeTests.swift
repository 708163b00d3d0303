import Testing
import TouchInput

@Suite struct KeyTests {
  @Test func `five keys count fingers`() {
    let counts = (0...0x2ff as ClosedRange<UInt16>).compactMap { code in
      KeyCode.fingerCount(code).map { (code, $0) }
    }
    #expect(counts.map(\.0) == [0x145, 0x148, 0x14d, 0x14e, 0x14f])
    #expect(counts.map(\.1) == [1, 5, 2, 3, 4])
  }
}
