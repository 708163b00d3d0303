/* Timing curves as browsers evaluate them: Newton's method, or else bisection, to 10^-9. */
#include "clock.h"
#include <math.h>

typedef struct {
  double ax, bx, cx, ay, by, cy;
} Bezier;

static Bezier bezier(double x1, double y1, double x2, double y2) {
  Bezier curve;
  curve.cx = 3 * x1;
  curve.bx = 3 * (x2 - x1) - curve.cx;
  curve.ax = 1 - curve.cx - curve.bx;
  curve.cy = 3 * y1;
  curve.by = 3 * (y2 - y1) - curve.cy;
  curve.ay = 1 - curve.cy - curve.by;
  return curve;
}

static double value(const Bezier *curve, double x) {
  double u = x;
  int steps = 0;
  for (; steps < 8; steps++) {
    double error = ((curve->ax * u + curve->bx) * u + curve->cx) * u - x;
    if (fabs(error) < 1e-9) break;
    double slope = (3 * curve->ax * u + 2 * curve->bx) * u + curve->cx;
    if (fabs(slope) < 1e-6) {
      steps = 8;
      break;
    }
    u -= error / slope;
  }
  if (steps == 8) {
    double low = 0, high = 1;
    u = x;
    while (low < high) {
      double error = ((curve->ax * u + curve->bx) * u + curve->cx) * u - x;
      if (fabs(error) < 1e-9) break;
      if (error < 0) low = u;
      else high = u;
      u = low + (high - low) / 2;
    }
  }
  return ((curve->ay * u + curve->by) * u + curve->cy) * u;
}

int main(void) {
  enum { animations = 3000, frames = 300 };
  Bezier curves[4] = {
      bezier(0.42, 0, 0.58, 1), bezier(0.25, 0.1, 0.25, 1), bezier(0, 0, 0.58, 1),
      bezier(0.42, 0, 1, 1)};
  double sum = 0;
  double start = now(CLOCK_MONOTONIC);
  for (int frame = 0; frame < frames; frame++) {
    for (int index = 0; index < animations; index++) {
      double length = 1 + index % 7 / 7.0;
      sum += value(&curves[index % 4], (double)frame / frames / length);
    }
  }
  double seconds = now(CLOCK_MONOTONIC) - start;
  report((long)animations * frames, sum > 0 ? 0 : -1, seconds);
  return 0;
}
