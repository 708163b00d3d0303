// Reads a recording with evemu's own library, and prints what it makes of it.
#include <evemu.h>
#include <stdio.h>

int main(int argc, char **argv) {
  FILE *file = fopen(argv[1], "r");
  struct evemu_device *device = evemu_new(NULL);
  if (argc != 2 || !file || !device || evemu_read(device, file) <= 0) return 1;
  printf("name %s\nid %x %x %x %x\n", evemu_get_name(device), evemu_get_id_bustype(device),
         evemu_get_id_vendor(device), evemu_get_id_product(device), evemu_get_id_version(device));
  for (int property = 0; property < 32; property++)
    if (evemu_has_prop(device, property)) printf("property %d\n", property);
  for (int type = 1; type < 32; type++)
    for (int code = 0; code < 0x300; code++) {
      if (!evemu_has_event(device, type, code)) continue;
      printf("code %d %d\n", type, code);
      if (type == 3)
        printf("axis %d %d %d %d %d %d\n", code, evemu_get_abs_minimum(device, code),
               evemu_get_abs_maximum(device, code), evemu_get_abs_fuzz(device, code),
               evemu_get_abs_flat(device, code), evemu_get_abs_resolution(device, code));
    }
  struct input_event event;
  while (evemu_read_event(file, &event) > 0)
    printf("event %ld %ld %d %d %d\n", (long)event.input_event_sec, (long)event.input_event_usec,
           event.type, event.code, event.value);
  return 0;
}
