import { msg, ph, plural, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import type { Message } from "#shared/language/messages.ts";
import type { Act, Consequence, ConsequenceKind } from "#shared/consequences.ts";
import { enumeratedNames, listed, sentence } from "#web/lib/sentence.ts";
import type { Piece } from "#web/lib/sentence.ts";
import { paths } from "#web/lib/paths.ts";

/** What each kind means, with its number. */
const TEXTS: Record<ConsequenceKind, (count: number) => string> = {
  administrator: () => t`The player has no rights of an administrator while it lasts`,
  sessions: (count) => plural(count, { one: "# session ends now", other: "# sessions end now" }),
  memberships: (count) =>
    plural(count, {
      one: "# membership has no effect while it lasts",
      other: "# memberships have no effect while it lasts",
    }),
  owned_groups: (count) =>
    plural(count, {
      one: "# group has no owner who can act",
      other: "# groups have no owner who can act",
    }),
  applications: (count) =>
    plural(count, {
      one: "# application signs the player out",
      other: "# applications sign the player out",
    }),
  merges: (count) =>
    plural(count, {
      one: "# merge of accounts is cancelled",
      other: "# merges of accounts are cancelled",
    }),
  requests: (count) =>
    plural(count, {
      one: "# request to join is deleted",
      other: "# requests to join are deleted",
    }),
  invitations: (count) =>
    plural(count, { one: "# invitation is deleted", other: "# invitations are deleted" }),
  codes: (count) =>
    plural(count, { one: "# invite code stops working", other: "# invite codes stop working" }),
  tokens: (count) =>
    plural(count, { one: "# API token stops working", other: "# API tokens stop working" }),
  webhooks: (count) =>
    plural(count, {
      one: "# webhook receives nothing more",
      other: "# webhooks receive nothing more",
    }),
  review: () => t`The review of its members ends without a result`,
  feed: () => t`Nothing more about it is posted on Discord`,
  records: (count) =>
    plural(count, {
      one: "# record of the journal, contracts and kills is deleted: EVE gives only recent ones again",
      other:
        "# records of the journal, contracts and kills are deleted: EVE gives only recent ones again",
    }),
  roles: (count) =>
    plural(count, {
      one: "# role on Discord is removed",
      other: "# roles on Discord are removed",
    }),
  many_roles: (count) =>
    plural(count, {
      one: "# role on Discord is removed, or held for a decision if they are many",
      other: "# roles on Discord are removed, or held for a decision if they are many",
    }),
  mapped_roles: (count) =>
    plural(count, {
      one: "Muster no longer gives or removes this role",
      other: "Muster no longer gives or removes these # roles",
    }),
  joining: () => t`No one can join the Discord server through Muster`,
  nicknames: (count) =>
    plural(count, {
      one: "# Discord server shows nicknames without its ticker",
      other: "# Discord servers show nicknames without its ticker",
    }),
  held_removals: (count) =>
    plural(count, { one: "# held removal is deleted", other: "# held removals are deleted" }),
  closed_applications: (count) =>
    plural(count, {
      one: "No one can sign in to # application",
      other: "No one can sign in to # applications",
    }),
  told_applications: (count) =>
    plural(count, {
      one: "# application no longer learns of it",
      other: "# applications no longer learn of it",
    }),
  sign_ins: (count) => plural(count, { one: "# sign-in ends", other: "# sign-ins end" }),
  directors: (count) =>
    plural(count, {
      one: "# corporation loses a director",
      other: "# corporations lose a director",
    }),
  unread_corporations: (count) =>
    plural(count, {
      one: "# corporation has no other usable director: only public data is read",
      other: "# corporations have no other usable director: only public data is read",
    }),
  rules: (count) =>
    plural(count, {
      one: "# group requires it: members who need it may lose that group too",
      other: "# groups require it: members who need it may lose those groups too",
    }),
  unread_rules: (count) =>
    plural(count, {
      one: "# group needs its facts: members stay, and no one else gets in",
      other: "# groups need its facts: members stay, and no one else gets in",
    }),
  readers: (count) =>
    plural(count, {
      one: "# group no longer reads its roster",
      other: "# groups no longer read its roster",
    }),
  rosters: (count) =>
    plural(count, {
      one: "Only administrators can still read # roster",
      other: "Only administrators can still read # rosters",
    }),
};

/** Where the number is not counted. */
const UNCOUNTED: Partial<Record<ConsequenceKind, Message>> = {
  roles: msg`Members lose these roles on Discord, unless another group gives them`,
};

export function consequenceText({ kind, count }: Consequence): string {
  if (count !== null) return TEXTS[kind](count);
  const uncounted = UNCOUNTED[kind];
  return uncounted ? say(uncounted) : "";
}

/** "Fleet, Scouts and 12 others" */
export function namesText(names: readonly string[], more: number): Piece[] {
  if (more === 0) return listed(names, "and", names.length);
  if (names.length === 0) return [plural(more, { one: "# person", other: "# people" })];
  return sentence(
    msg`${ph({ names: enumeratedNames(names) })} and ${plural(more, { one: "# other", other: "# others" })}`,
  );
}

type Words = {
  /** Where nobody is concerned. */
  nobody: Message | null;
  /** What follows in any case. */
  always: readonly Message[];
  /** Until when the act can be undone, and where. */
  undo: Message;
  /** What can be undone, or brings something back, where the act cannot be. */
  instead?: { text: Message; label: Message; to: (id: string) => string };
};

export const WORDS: Record<Act, Words> = {
  suspension: {
    nobody: null,
    always: [msg`No character of the player can sign in, here or at an application`],
    undo: msg`Until it ends, any administrator can lift it on the pilot’s page. Memberships, roles and applications come back, and the player logs in again.`,
  },
  group: {
    nobody: msg`No member`,
    always: [msg`All members lose the group. Its log stays`],
    undo: msg`It cannot be undone.`,
    instead: {
      text: msg`A group that no one can find or join keeps its members, and can be opened again:`,
      label: msg`hide it and close it instead`,
      // On the same page, be it that of an owner or of an administrator.
      to: () => "?tab=settings#group-details",
    },
  },
  corporation: {
    nobody: msg`No director`,
    always: [
      msg`The directors, the roster and all fetched data are deleted`,
      msg`Its players keep their accounts and groups, and its directors their authorizations`,
    ],
    undo: msg`It can be added again at any time, with its directors. What EVE still gives is fetched again.`,
    instead: {
      text: msg`An inactive corporation is not read, and keeps everything:`,
      label: msg`switch it off instead`,
      to: (id) => paths.adminCorporation(Number(id)),
    },
  },
  director: {
    nobody: null,
    always: [
      msg`Muster reads nothing with this character. It stays linked, and its authorization stays`,
    ],
    undo: msg`The director can be added again at any time, under Directors.`,
  },
  application: {
    nobody: msg`No player has signed in`,
    always: [msg`Its client id and secrets stop working at once, and no player can sign in there`],
    undo: msg`It cannot be undone: an id is given once.`,
    instead: {
      text: msg`An application that is off lets no one in, and can be switched on again:`,
      label: msg`switch it off instead`,
      to: (id) => `${paths.adminApplication(id)}#application-switch`,
    },
  },
  application_off: {
    nobody: msg`No player has signed in`,
    always: [msg`No player can sign in there with Muster`],
    undo: msg`It can be switched on again at any time, with all its settings.`,
  },
  server: {
    nobody: msg`Muster has given no one a role`,
    always: [msg`The bot leaves. Everybody keeps the roles that they have`],
    undo: msg`The server can be set up again at any time. Its former mapping is in the log.`,
    instead: {
      text: msg`A server that is off is neither read nor changed, and keeps its mapping:`,
      label: msg({ context: "server", message: "switch it off instead" }),
      to: (id) => paths.adminDiscordServer(id),
    },
  },
  drift: {
    nobody: null,
    always: [msg`Memberships of groups stay`],
    undo: msg`At any time, in Discord: give the role by hand again, and choose Keep here.`,
  },
};
