/// Names that somebody made to do harm, or that just look like it.
enum Hostile {
  static let names = [
    "</script><script>window.hurt=1</script>.evemu",
    "<img src=x onerror=\"window.hurt=1\">'&amp;\u{2028}\u{2029}<!--.evemu",
    "\"><b onmouseover='window.hurt=1'>x</b>",
    "<!--<script>", "]]></style></title><iframe src=javascript:alert(1)>",
    "javascript:window.hurt=1", "\\u003c\\\"\\", "${window.hurt=1}`",
  ]
}
