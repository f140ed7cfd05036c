import { msg } from "#web/language/macros.ts";
import type { Message } from "#shared/language/messages.ts";
import type { Right } from "#shared/applications/tokens.ts";

/** What a token with the right can read, for administrators. */
export const RIGHT_TEXTS: readonly { value: Right; label: Message; hint: Message }[] = [
  {
    value: "pilots",
    label: msg`Pilots`,
    hint: msg`Who plays a character: main, characters, corporation and alliance`,
  },
  { value: "groups", label: msg`Groups of a pilot`, hint: msg`Of the groups it is told about` },
  { value: "members", label: msg`Members of a group`, hint: msg`Of the groups it is told about` },
  {
    value: "roster",
    label: msg`Rosters`,
    hint: msg`Members of managed corporations, registered here or not`,
  },
  { value: "facts", label: msg`Facts`, hint: msg`It writes what it knows of pilots` },
  {
    value: "members:write",
    label: msg`Change members`,
    hint: msg`Of the groups in which it may change them`,
  },
];
