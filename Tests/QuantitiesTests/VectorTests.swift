import Quantities
import Testing

@Suite struct VectorTests {
  @Test func `vectors are added and subtracted coordinate by coordinate`() {
    let first = Vector<Device>(x: 3, y: -4)
    let second = Vector<Device>(x: -10, y: 20)
    #expect(first + second == Vector(x: -7, y: 16))
    #expect(first - second == Vector(x: 13, y: -24))
    #expect(first + .zero == first)
    #expect(first - first == .zero)
  }

  @Test func `an axis names its coordinate`() {
    var vector = Vector<Millimeters>(x: 1.5, y: 2.5)
    #expect(vector[axis: .x] == 1.5)
    #expect(vector[axis: .y] == 2.5)
    vector[axis: .y] = -1
    vector[axis: .x] = 7
    #expect(vector == Vector(x: 7, y: -1))
  }

  @Test func `sums of the kernel's values over all fingers fit`() {
    let corner = Vector<Device>(x: Int(Int32.min), y: Int(Int32.max))
    let opposite = Vector<Device>(x: Int(Int32.max), y: Int(Int32.min))
    let sum = (0..<32).reduce(Vector<Device>.zero) { sum, _ in sum + (corner - opposite) }
    #expect(sum == Vector(x: -32 * 0xffff_ffff, y: 32 * 0xffff_ffff))
  }

  @Test func `each axis has another`() {
    #expect(Axis.x.other == .y)
    #expect(Axis.y.other == .x)
  }
}
