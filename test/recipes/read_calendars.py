"""Reads calendars (a JSON list of texts, the only argument) with vobject and libical, and prints what each program sees of each event."""
import ctypes
import json
import sys

import vobject

VEVENT = 4
ical = ctypes.CDLL("libical.so.3")
component = ctypes.c_void_p


def function(name, result, *arguments):
    found = getattr(ical, name)
    found.restype, found.argtypes = result, arguments
    return found


parse = function("icalparser_parse_string", component, ctypes.c_char_p)
first = function("icalcomponent_get_first_component", component, component, ctypes.c_int)
following = function("icalcomponent_get_next_component", component, component, ctypes.c_int)
errors = function("icalcomponent_count_errors", ctypes.c_int, component)
is_valid = function("icalrestriction_check", ctypes.c_int, component)
sequence = function("icalcomponent_get_sequence", ctypes.c_int, component)
texts = {
    name: function(f"icalcomponent_get_{name}", ctypes.c_char_p, component)
    for name in ("uid", "summary", "location", "description")
}


def of_libical(text):
    calendar = parse(text.encode())
    if errors(calendar) != 0 or is_valid(calendar) != 1:
        raise ValueError("libical found errors")
    event, found = first(calendar, VEVENT), []
    while event:
        words = {name: (get(event) or b"").decode() for name, get in texts.items()}
        found.append({**words, "sequence": sequence(event)})
        event = following(calendar, VEVENT)
    return found


def of_vobject(text):
    calendar = vobject.readOne(text)
    calendar.validate(raiseException=True)
    return [
        {
            **{name: event.getChildValue(name, "") for name in texts},
            "sequence": int(event.sequence.value),
        }
        for event in calendar.vevent_list
    ]


calendars = json.loads(sys.argv[1])
json.dump(
    {
        "libical": [of_libical(text) for text in calendars],
        "vobject": [of_vobject(text) for text in calendars],
    },
    sys.stdout,
)
