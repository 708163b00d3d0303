/* libyaml's event loop; a scalar is a fifth of an event. */
#include "clock.h"
#include <yaml.h>

int main(int count, char **arguments) {
  if (count < 2) return 1;
  double start = now(CLOCK_MONOTONIC);
  FILE *file = fopen(arguments[1], "rb");
  if (!file) return 1;
  yaml_parser_t parser;
  yaml_event_t event;
  long scalars = 0;
  int done = 0;
  yaml_parser_initialize(&parser);
  yaml_parser_set_input_file(&parser, file);
  while (!done) {
    if (!yaml_parser_parse(&parser, &event)) return 1;
    scalars += event.type == YAML_SCALAR_EVENT;
    done = event.type == YAML_STREAM_END_EVENT;
    yaml_event_delete(&event);
  }
  report(scalars / 5, 0, now(CLOCK_MONOTONIC) - start);
  return 0;
}
