import type { Right } from "#shared/applications/tokens.ts";

/** What a token with the right can read, for administrators. */
export const RIGHT_TEXTS: readonly { right: Right; label: string; hint: string }[] = [
  {
    right: "pilots",
    label: "Pilots",
    hint: "Who plays a character: main, characters, corporation and alliance",
  },
  { right: "groups", label: "Groups of a pilot", hint: "Of the groups it is told about" },
  { right: "members", label: "Members of a group", hint: "Of the groups it is told about" },
  {
    right: "roster",
    label: "Rosters",
    hint: "Members of managed corporations, also those who are not registered here",
  },
];
