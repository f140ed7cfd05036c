import type { Right } from "#shared/applications/tokens.ts";

/** What a token with the right can read, for administrators. */
export const RIGHT_TEXTS: readonly { value: Right; label: string; hint: string }[] = [
  {
    value: "pilots",
    label: "Pilots",
    hint: "Who plays a character: main, characters, corporation and alliance",
  },
  { value: "groups", label: "Groups of a pilot", hint: "Of the groups it is told about" },
  { value: "members", label: "Members of a group", hint: "Of the groups it is told about" },
  {
    value: "roster",
    label: "Rosters",
    hint: "Members of managed corporations, registered here or not",
  },
  { value: "facts", label: "Facts", hint: "It writes what it knows of pilots" },
  {
    value: "members:write",
    label: "Change members",
    hint: "Of the groups in which it may change them",
  },
];
