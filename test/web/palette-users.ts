import type { User } from "#shared/session.ts";
import { knownSections } from "#web/app/palette/entries.ts";

export const pilot: User = {
  id: "u1",
  is_admin: false,
  adminRightsWithheld: false,
  characters: [],
  mainCharacterId: 2_112_000_001,
  canLinkDiscord: false,
};
export const administrator = { ...pilot, is_admin: true };

/** What the palette finds for the user, without a request. */
export const found = (user: User, typed: string) =>
  knownSections(user, typed, []).flatMap(({ entries }) => entries.map(({ text }) => text));
