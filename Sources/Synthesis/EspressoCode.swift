/// A gesture as Kotlin code of Espresso: a swipe action whose swiper sends each report at its time.
///
/// The coordinates that the action hands to its swiper are the corners of the view, so that the
/// gesture fits a view of any size. All fingers are there.
public struct EspressoCode: Hashable, Sendable {
  /// The most reports: what they take must fit into a method of the virtual machine.
  public static let mostReports = 1000

  /// The code.
  public let text: String

  /// Writes a gesture.
  ///
  /// Fails if it has more than ``mostReports``, or none.
  public init?(_ script: PointerScript) {
    let reports = Self.reports(script)
    guard (1...Self.mostReports).contains(reports.count) else { return nil }
    text = """
      import android.os.SystemClock
      import android.view.InputDevice
      import android.view.MotionEvent
      import androidx.test.espresso.ViewAction
      import androidx.test.espresso.action.GeneralLocation
      import androidx.test.espresso.action.GeneralSwipeAction
      import androidx.test.espresso.action.Press
      import androidx.test.espresso.action.Swiper

      private class Report(val time: Long, val action: Int, vararg val fingers: Double)

      /** Synthetic: a program made this gesture, and nobody touched anything. */
      fun synthesizedGesture(): ViewAction =
        GeneralSwipeAction(
          Swiper { controller, from, to, _ ->
            val start = SystemClock.uptimeMillis()
            val events = reports.map { report ->
              val count = report.fingers.size / 3
              val properties = Array(count) { index ->
                MotionEvent.PointerProperties().apply {
                  id = report.fingers[3 * index].toInt()
                  toolType = MotionEvent.TOOL_TYPE_FINGER
                }
              }
              val places = Array(count) { index ->
                MotionEvent.PointerCoords().apply {
                  x = from[0] + report.fingers[3 * index + 1].toFloat() * (to[0] - from[0])
                  y = from[1] + report.fingers[3 * index + 2].toFloat() * (to[1] - from[1])
                  pressure = 1f
                  size = 1f
                }
              }
              MotionEvent.obtain(
                start, start + report.time, report.action, count, properties, places, 0, 0, 1f, 1f,
                0, 0, InputDevice.SOURCE_TOUCHSCREEN, 0)
            }
            val isSent = controller.injectMotionEventSequence(events)
            events.forEach { it.recycle() }
            if (isSent) Swiper.Status.SUCCESS else Swiper.Status.FAILURE
          },
          GeneralLocation.TOP_LEFT, GeneralLocation.BOTTOM_RIGHT, Press.FINGER)

      /** Milliseconds, what happens, and for each finger its number and its share across and down. */
      private val reports = listOf(
        \(reports.joined(separator: ",\n  "))
      )

      """
  }

  /// What happens, a line each: a finger's landing or lift is a report of its own.
  private static func reports(_ script: PointerScript) -> [String] {
    var reports: [String] = []
    func add(_ time: Int, _ action: String, _ fingers: [PointerScript.Finger]) {
      let places = fingers.map { finger in
        "\(finger.number - 1).0, \(PointerScript.fixed(finger.x, places: 5)), "
          + PointerScript.fixed(finger.y, places: 5)
      }
      reports.append("Report(\(time), \(action), \(places.joined(separator: ", ")))")
    }
    func action(_ name: String, _ index: Int) -> String {
      index == 0
        ? "MotionEvent.ACTION_POINTER_\(name)"
        : "MotionEvent.ACTION_POINTER_\(name) or (\(index) shl "
          + "MotionEvent.ACTION_POINTER_INDEX_SHIFT)"
    }
    var down: [PointerScript.Finger] = []
    for frame in script.frames {
      for finger in down where !frame.fingers.contains(where: { $0.number == finger.number }) {
        let index = down.firstIndex(of: finger) ?? 0
        add(frame.time, down.count == 1 ? "MotionEvent.ACTION_UP" : action("UP", index), down)
        down.remove(at: index)
      }
      let stay = frame.fingers.filter { finger in
        down.contains { $0.number == finger.number }
      }
      if !stay.isEmpty, stay != down { add(frame.time, "MotionEvent.ACTION_MOVE", stay) }
      down = stay
      for finger in frame.fingers where !stay.contains(finger) {
        down.append(finger)
        let isFirst = down.count == 1
        add(
          frame.time, isFirst ? "MotionEvent.ACTION_DOWN" : action("DOWN", down.count - 1), down)
      }
    }
    return reports
  }
}
