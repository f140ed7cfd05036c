import type { GroupSetting } from "#shared/groups/groups.ts";
import { expect, test } from "vitest";
import { GROUP_SETTINGS } from "#shared/groups/settings.ts";
import type { updateCommunitySchema, updateMembersSchema } from "#shared/community.ts";
import type { ServerSettings } from "#shared/discord/servers.ts";
import type { RosterSettings } from "#shared/corporations/roster.ts";
import type { output } from "zod/mini";
import { entriesAbout, readCommand } from "#web/app/palette/entries.ts";
import { say } from "#web/language/messages.ts";
import { speak } from "#web/language/messages.ts";
import { TAGS } from "#shared/language/languages.ts";
import { readPastSearch } from "#web/app/palette/past-day.ts";
import { SETTINGS } from "#web/app/palette/settings.ts";
import { administrator, found, pilot } from "./palette-users.ts";

/** Two words that people use for a setting, and where the palette leads. */
type Words = [name: string, first: string, second: string];

// A setting that is added to one of these, and not here, does not compile.
const GROUP: Record<GroupSetting, Words> = {
  name: ["Name and description of a group", "rename", "group name"],
  description: ["Name and description of a group", "description", "group text"],
  visibility: ["Visibility of a group", "hidden", "private"],
  joinMode: ["Join mode of a group", "invite only", "open group"],
  categoryId: ["Category of a group", "category", "folder"],
  isOpenToGuests: ["Guests in a group", "guests", "outsiders"],
  isShownInInvites: ["Invite links of a group", "invite link", "preview"],
  membershipDays: ["How long memberships last", "expire", "trial"],
};
type Community = Omit<output<typeof updateCommunitySchema>, "version"> &
  Omit<output<typeof updateMembersSchema>, "version">;
const COMMUNITY: Record<keyof Community, Words> = {
  name: ["Name of the community", "community name", "brand"],
  logo: ["Logo", "picture", "icon"],
  welcome: ["Welcome text", "landing page", "greeting"],
  groupId: ["Who belongs to the community", "members", "guests"],
  graceDays: ["How long guests keep memberships", "grace", "guests keep"],
};
const SERVER: Record<keyof ServerSettings, Words> = {
  roles: ["Discord roles", "map", "ranks"],
  nickname: ["Nicknames", "ticker", "template"],
  joinGroupId: ["Joining a server", "invite link", "join server"],
  drift: ["Roles given by hand", "drift", "manual"],
};
const ROSTER: Record<keyof RosterSettings, Words> = {
  groupId: ["Who reads the member list", "roster", "recruiters"],
  readsRoles: ["Who reads the member list", "titles", "roles"],
};
const OTHERS: Words[] = [
  ["Sessions", "devices", "signed in"],
  ["Discord account", "unlink", "connect"],
  ["Direct messages on Discord", "dm", "notifications"],
  ["Your data", "export", "gdpr"],
  ["Merge two accounts", "combine", "duplicate"],
  ["Delete your account", "erase", "close"],
  ["Self-diagnosis", "health", "problems"],
  ["Name an administrator", "second administrator", "rights"],
  ["Fingerprint of the log", "seal", "audit"],
  ["Version", "release", "update"],
  ["Signing keys", "oidc", "jwks"],
  ["Who keeps the watchlist", "keepers", "blacklist"],
  ["Discord posts of the watchlist", "channel", "hits"],
  ["Discord posts of a group", "channel", "webhook"],
  ["Emergency access", "break glass", "four hours"],
  ["Form of a group", "apply", "recruiters"],
  ["Reviews of a group", "confirm", "recertify"],
  ["Delete a group", "disband", "remove"],
  ["Requirements of a group", "rule", "skills"],
  ["Automatic enrolment", "auto", "join"],
  ["Grace of a group", "days", "warning"],
  ["Who finds a group", "listing", "qualified"],
  ["Owner of a group", "transfer", "leader"],
  ["Remove a server", "bot", "disconnect"],
  ["Directors of a corporation", "priority", "ceo"],
  ["Warnings about directors", "warnings channel", "alert"],
  ["Health of directors", "uptime", "outage"],
  ["Fetch data", "sync", "wallet"],
  ["Client id and secret", "oauth", "credentials"],
  ["Redirect URIs", "callback", "url"],
  ["Addresses after a logout", "post logout", "back channel"],
  ["Who can sign in", "wiki", "required group"],
  ["Claims of an application", "scopes", "learns"],
  ["API tokens", "script", "bot"],
  ["Webhooks", "push", "deliveries"],
  ["Switch an application", "disable", "off"],
  ["Suspend a pilot", "ban", "lock"],
  ["Add a pilot to a group", "give", "put"],
  ["Invite a pilot", "send", "invitation"],
  ["End the sessions of a pilot", "sign out", "kick"],
  ["Remove a pilot from a group", "take away", "kick"],
  ["Check all directors", "verify", "test token"],
];
const ALL: Words[] = [
  ...[GROUP, COMMUNITY, SERVER, ROSTER].flatMap((settings) => Object.values<Words>(settings)),
  ...OTHERS,
];

test("every setting is found by its name and by two words that people use for it", () => {
  const missing = ALL.flatMap(([name, ...words]) =>
    [name, ...words].filter((typed) => !found(administrator, typed).includes(name)),
  );
  expect(missing).toEqual([]);
});

test("the list above names everything that the palette calls a setting", () => {
  const names = Object.values(SETTINGS).flatMap((place) => place.names.map(([name]) => say(name)));
  expect([...new Set(ALL.map(([name]) => name))].toSorted()).toEqual(names.toSorted());
  expect(Object.keys(GROUP)).toEqual(Object.keys(GROUP_SETTINGS));
});

test("players find the settings of their account, and none of the installation", () => {
  expect(found(pilot, "gdpr")).toEqual(["Your data", "Delete your account"]);
  expect(found(pilot, "nicknames")).toEqual([]);
  expect(found(pilot, "suspend")).toEqual([]);
});

test("a search that begins with a verb or a setting goes on with a name", () => {
  expect(readCommand("suspend bram oye")).toMatchObject({
    rest: "bram oye",
    steps: [{ kind: "pilot", label: "Suspend a pilot", isPressed: true }],
  });
  expect(readCommand("nicknames null")).toMatchObject({
    rest: "null",
    steps: [{ kind: "server", label: "Nicknames", isPressed: false }],
  });
  expect(readCommand("suspend")).toBeUndefined();
  expect(readCommand("bram oyelaran")).toBeUndefined();
});

test("what can be done with a pilot names the pilot and leads to its page", () => {
  const about = entriesAbout({ kind: "pilot", id: "u7", name: "Bram" });
  // What takes something away stands last, where no key leads by accident.
  expect(about.map((entry) => entry.text)).toEqual([
    "Add Bram to a group...",
    "Invite Bram to a group...",
    "Remove a pilot from a group",
    "End the sessions of Bram...",
    "Suspend Bram...",
  ]);
  expect(about.at(-1)).toMatchObject({
    to: "/admin/pilots/u7#suspend",
    isPressed: true,
  });
  expect(about.every((entry) => "to" in entry && entry.to.startsWith("/admin/pilots/u7#"))).toBe(
    true,
  );
});

const NOW = Date.parse("2026-11-25T12:00:00Z");

test.each([
  ["bram on 1 nov", "bram", "2026-11-01"],
  ["Bram Oyelaran on November 1", "Bram Oyelaran", "2026-11-01"],
  ["bram on 24 december", "bram", "2025-12-24"],
  ["bram on 1 nov 2024", "bram", "2024-11-01"],
  ["bram on Nov 1, 2024", "bram", "2024-11-01"],
  ["bram yesterday", "bram", "2026-11-24"],
  ["bram on yesterday", "bram", "2026-11-24"],
  ["bram 2026-10-03", "bram", "2026-10-03"],
  ["on 1 nov", "", "2026-11-01"],
  ["bram 1 november", "bram", "2026-11-01"],
  ["bram nov 1", "bram", "2026-11-01"],
  ["bram nov 1st 2025", "bram", "2025-11-01"],
  ["1 november bram", "bram", "2026-11-01"],
  ["bram 1.11.2026", "bram", "2026-11-01"],
  ["bram 2026.11.01", "bram", "2026-11-01"],
  ["bram last week", "bram", "2026-11-18"],
  ["show me bram last week", "bram", "2026-11-18"],
  ["bram 3 days ago", "bram", "2026-11-22"],
  ["last week", "", "2026-11-18"],
  ["мария on 1 nov", "мария", "2026-11-01"],
])("“%s” is %s as of %s", (typed, name, on) => {
  expect(readPastSearch(typed, NOW)).toEqual({ name, on });
});

test.each(TAGS)("a day of the past is understood as %s writes it", (tag) => {
  speak(tag);
  const at = Date.UTC(2026, 10, 1);
  const before = { en: "on ", de: "am ", fr: "le ", es: "el ", ru: "", zh: "", ja: "", ko: "" }[
    tag
  ];
  for (const month of ["long", "short"] as const) {
    const written = new Intl.DateTimeFormat(tag, { day: "numeric", month, timeZone: "UTC" }).format(
      at,
    );
    for (const day of [`${before}${written}`, written]) {
      expect(readPastSearch(`bram ${day}`, NOW)).toEqual({ name: "bram", on: "2026-11-01" });
      expect(readPastSearch(`${day} bram`, NOW)).toEqual({ name: "bram", on: "2026-11-01" });
    }
  }
  const week = new Intl.RelativeTimeFormat(tag, { numeric: "auto" }).format(-1, "week");
  expect(readPastSearch(`bram ${week}`, NOW)).toEqual({ name: "bram", on: "2026-11-18" });
  expect(readPastSearch("bram 1.11.2026", NOW)).toEqual({ name: "bram", on: "2026-11-01" });
  const yesterday = new Intl.RelativeTimeFormat(tag, { numeric: "auto" }).format(-1, "day");
  expect(readPastSearch(`bram ${yesterday}`, NOW)).toEqual({ name: "bram", on: "2026-11-24" });
  expect(readPastSearch("bram on 1 nov", NOW)).toEqual({ name: "bram", on: "2026-11-01" });
  speak("en");
});

test.each([
  "bram",
  "bram on 31 feb",
  "bram on 26 nov 2026",
  "bram on 1 nob",
  "bram today",
  // January 11 for some, November 1 for others.
  "bram 1/11/2026",
  "bram 7",
  "may",
])("“%s” is no day of the past", (typed) => {
  expect(readPastSearch(typed, NOW)).toBeUndefined();
});
