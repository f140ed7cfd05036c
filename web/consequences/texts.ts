import type { Act, Consequence, ConsequenceKind } from "#shared/consequences.ts";
import { formatCount } from "#web/lib/format.ts";
import { listed } from "#web/lib/sentence.ts";
import type { Piece } from "#web/lib/sentence.ts";

type Text = (count: number) => string;

/** What each kind means, with its number: "2 sessions end now". */
const TEXTS: Record<ConsequenceKind, Text> = {
  administrator: () => "The player has no rights of an administrator while it lasts",
  sessions: (count) => `${formatCount(count, "session")} ${count === 1 ? "ends" : "end"} now`,
  memberships: (count) =>
    `${formatCount(count, "membership")} ${count === 1 ? "has" : "have"} no effect while it lasts`,
  owned_groups: (count) =>
    `${formatCount(count, "group")} ${count === 1 ? "has" : "have"} no owner who can act`,
  discord_roles: (count) => `${formatCount(count, "role")} on Discord ${isOrAre(count)} removed`,
  applications: (count) =>
    `${formatCount(count, "application")} ${count === 1 ? "signs" : "sign"} the player out`,
  directors: (count) =>
    `${formatCount(count, "corporation")} ${count === 1 ? "loses" : "lose"} a director`,
  unread_corporations: (count) =>
    `${formatCount(count, "corporation")} ${count === 1 ? "has" : "have"} no other director: only public data is read`,
  merges: (count) => `${formatCount(count, "merge")} of accounts ${isOrAre(count)} cancelled`,
};

const isOrAre = (count: number) => (count === 1 ? "is" : "are");

export function consequenceText({ kind, count }: Consequence): string {
  return TEXTS[kind](count);
}

/** "Fleet, Scouts and 12 others": the names that are known, and how many there are besides. */
export function namesText(names: readonly string[], count: number): Piece[] {
  const rest = count - names.length;
  if (rest <= 0) return listed(names, "and", names.length);
  const shown = names.flatMap((name): Piece[] => [{ name }, ", "]).slice(0, -1);
  return [...shown, ` and ${formatCount(rest, "other")}`];
}

/** What follows in any case, first. */
export const ALWAYS: Record<Act, readonly string[]> = {
  suspension: ["No character of the player can sign in, here or at an application"],
};

/** Until when the act can be undone, and where. */
export const UNDONE: Record<Act, string> = {
  suspension:
    "Until it ends, any administrator can lift it on the pilot’s page. Memberships, roles and applications come back, and the player logs in again.",
};
