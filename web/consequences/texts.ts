import type { Act, Consequence, ConsequenceKind } from "#shared/consequences.ts";
import { HELD_ABOVE_PEOPLE } from "#shared/requirements/limits.ts";
import { formatCount } from "#web/lib/format.ts";
import { listed } from "#web/lib/sentence.ts";
import type { Piece } from "#web/lib/sentence.ts";
import { paths } from "#web/lib/paths.ts";

type Verb = [one: string, several: string];
const verb = (count: number, [one, several]: Verb) => (count === 1 ? one : several);
const isGone = (count: number) => verb(count, ["is deleted", "are deleted"]);

/** "2 sessions end now" */
const counts =
  (noun: string, one: string, several: string, plural?: string) =>
  (count: number): string =>
    `${formatCount(count, noun, plural)} ${verb(count, [one, several])}`;

/** What each kind means, with its number. */
const TEXTS: Record<ConsequenceKind, (count: number) => string> = {
  administrator: () => "The player has no rights of an administrator while it lasts",
  sessions: counts("session", "ends now", "end now"),
  memberships: counts(
    "membership",
    "has no effect while it lasts",
    "have no effect while it lasts",
  ),
  owned_groups: counts("group", "has no owner who can act", "have no owner who can act"),
  applications: counts("application", "signs the player out", "sign the player out"),
  merges: counts("merge of accounts", "is cancelled", "are cancelled", "merges of accounts"),
  requests: (count) => `${formatCount(count, "request")} to join ${isGone(count)}`,
  invitations: (count) => `${formatCount(count, "invitation")} ${isGone(count)}`,
  codes: counts("invite code", "stops working", "stop working"),
  tokens: counts("API token", "stops working", "stop working"),
  webhooks: counts("webhook", "is told nothing more", "are told nothing more"),
  review: () => "The review of its members ends without a result",
  feed: () => "Nothing more about it is posted on Discord",
  records: (count) =>
    `${formatCount(count, "record")} of the journal, contracts and kills ${isGone(count)}: EVE gives only recent ones again`,
  roles: (count) =>
    `${formatCount(count, "role")} on Discord ${verb(count, ["is removed", "are removed"])}${
      count > HELD_ABOVE_PEOPLE ? ", or held for a decision if they are many" : ""
    }`,
  mapped_roles: (count) =>
    `Muster no longer gives or removes ${count === 1 ? "this role" : `these ${formatCount(count, "role")}`}`,
  joining: () => "No one joins the Discord server through Muster any more",
  nicknames: counts(
    "Discord server",
    "shows nicknames without its ticker",
    "show nicknames without its ticker",
  ),
  held_removals: (count) => `${formatCount(count, "held removal")} ${isGone(count)}`,
  closed_applications: counts("application", "lets no one in", "let no one in"),
  told_applications: counts("application", "no longer learns of it", "no longer learn of it"),
  sign_ins: counts("sign-in", "ends", "end"),
  directors: counts("corporation", "loses a director", "lose a director"),
  unread_corporations: counts(
    "corporation",
    "has no other usable director: only public data is read",
    "have no other usable director: only public data is read",
  ),
  rules: counts(
    "group",
    "requires it: members who need it may lose that group too",
    "require it: members who need it may lose those groups too",
  ),
  unread_rules: counts(
    "group",
    "asks for what only it tells: members stay, and no one else gets in",
    "ask for what only it tells: members stay, and no one else gets in",
  ),
  readers: counts("group", "no longer reads its roster", "no longer read its roster"),
  rosters: counts(
    "roster",
    "has no readers but administrators",
    "have no readers but administrators",
  ),
};

/** Where the number is not counted. */
const UNCOUNTED: Partial<Record<ConsequenceKind, string>> = {
  roles: "Members lose these roles on Discord, unless another group gives them",
};

export function consequenceText({ kind, count }: Consequence): string {
  return count === null ? (UNCOUNTED[kind] ?? "") : TEXTS[kind](count);
}

/** "Fleet, Scouts and 12 others" */
export function namesText(names: readonly string[], more: number): Piece[] {
  if (more === 0) return listed(names, "and", names.length);
  if (names.length === 0) return [formatCount(more, "person", "people")];
  const shown = names.flatMap((name): Piece[] => [", ", { name }]).slice(1);
  return [...shown, ` and ${formatCount(more, "other")}`];
}

type Words = {
  /** Where nobody is concerned. */
  nobody: string;
  /** What follows in any case. */
  always: readonly string[];
  /** Until when the act can be undone, and where. */
  undo: string;
  /** What can be undone, or brings something back, where the act cannot be. */
  instead?: { text: string; label: string; to: (id: string) => string };
};

export const WORDS: Record<Act, Words> = {
  suspension: {
    nobody: "",
    always: ["No character of the player can sign in, here or at an application"],
    undo: "Until it ends, any administrator can lift it on the pilot’s page. Memberships, roles and applications come back, and the player logs in again.",
  },
  group: {
    nobody: "No member",
    always: ["All members lose the group. Its log stays"],
    undo: "It cannot be undone.",
    instead: {
      text: "A group that no one can find or join keeps its members, and can be opened again:",
      label: "hide it and close it instead",
      // On the same page, be it that of an owner or of an administrator.
      to: () => "?tab=settings#group-details",
    },
  },
  corporation: {
    nobody: "No director",
    always: [
      "The directors, the roster and all fetched data are deleted",
      "Its players keep their accounts and groups, and its directors their authorizations",
    ],
    undo: "It can be added again at any time, with its directors. What EVE still gives is fetched again.",
    instead: {
      text: "An inactive corporation is not read, and keeps everything:",
      label: "switch it off instead",
      to: (id) => paths.adminCorporation(Number(id)),
    },
  },
  director: {
    nobody: "",
    always: [
      "Muster reads nothing with this character. It stays linked, and its authorization stays",
    ],
    undo: "The director can be added again at any time, under Directors.",
  },
  application: {
    nobody: "No player has signed in",
    always: ["Its client id and secrets stop working at once, and no player can sign in there"],
    undo: "It cannot be undone: an id is given once.",
    instead: {
      text: "An application that is off lets no one in, and can be switched on again:",
      label: "switch it off instead",
      to: (id) => `${paths.adminApplication(id)}#application-switch`,
    },
  },
  server: {
    nobody: "Muster has given no one a role",
    always: ["The bot leaves. Everybody keeps the roles that they have"],
    undo: "The server can be set up again at any time. Its former mapping is in the log.",
    instead: {
      text: "A server that is off is neither read nor changed, and keeps its mapping:",
      label: "switch it off instead",
      to: (id) => paths.adminDiscordServer(id),
    },
  },
  drift: {
    nobody: "",
    always: ["Memberships of groups stay"],
    undo: "At any time, in Discord: give the role by hand again, and choose Keep here.",
  },
};
