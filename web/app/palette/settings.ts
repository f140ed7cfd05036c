import type { Anchor } from "#web/lib/anchors.ts";
import { paths } from "#web/lib/paths.ts";
import type { IconName } from "#web/ui/icon.tsx";

/** What has settings of its own: the palette asks which one. */
export type SubjectKind = "pilot" | "group" | "server" | "corporation" | "application";

type Place = {
  /** One page for the installation or the account, or a page for each subject of the kind. */
  page: string | ((id: string) => string);
  kind?: SubjectKind;
  isForPlayers?: boolean;
  /** What can be set there, with other words that people use for it. */
  names: Record<string, string>;
  /** Something that is done rather than set: the button there is pressed. `of` says it with a name. */
  verb?: { of: (name: string) => string; icon: IconName; note?: string };
};

const community = { page: paths.adminCommunity };
const group = (search: string) =>
  ({ kind: "group", page: (id: string) => paths.adminGroup(id) + search }) as const;
const details = group("?tab=settings");
const requirements = group("?tab=settings&section=requirements");
const server = { kind: "server", page: paths.adminDiscordServer } as const;
const corporation = (search: string) =>
  ({
    kind: "corporation",
    page: (id: string) => paths.adminCorporation(Number(id)) + search,
  }) as const;
const application = { kind: "application", page: paths.adminApplication } as const;
const pilot = { kind: "pilot", page: paths.adminPilot } as const;
const account = { page: paths.account, isForPlayers: true };
const dashboard = { page: paths.dashboard, isForPlayers: true };

/** Every place where something is set or done, in the order in which the palette lists equal matches. */
export const SETTINGS: Record<Anchor, Place> = {
  sessions: { ...dashboard, names: { Sessions: "devices signed in logged in end others" } },
  "discord-account": {
    ...dashboard,
    names: { "Discord account": "link connect unlink disconnect" },
  },
  "discord-messages": {
    ...account,
    names: { "Direct messages on Discord": "dm notifications notify tell me" },
  },
  "your-data": { ...account, names: { "Your data": "export download gdpr privacy copy" } },
  "merge-accounts": {
    ...account,
    names: { "Merge two accounts": "join combine duplicate second account" },
  },
  "delete-account": {
    ...account,
    names: { "Delete your account": "erase remove gdpr close forget" },
  },

  "community-name": {
    ...community,
    names: { "Name of the community": "title brand alliance site" },
  },
  "community-logo": { ...community, names: { Logo: "picture icon image emblem brand" } },
  "community-welcome": {
    ...community,
    names: { "Welcome text": "landing page greeting introduction message" },
  },
  "community-members": {
    ...community,
    names: {
      "Who belongs to the community": "members guests everybody access",
      "How long guests keep memberships": "grace days leave guests",
    },
  },
  diagnosis: {
    page: paths.adminSetup,
    names: { "Self-diagnosis": "health checks problems errors secrets missing" },
  },
  "log-posts": {
    page: paths.adminSetup,
    names: { "Fingerprint of the log": "seal seals audit warnings channel discord posts" },
  },
  version: { page: paths.adminSetup, names: { Version: "release update commit deployed" } },
  "signing-keys": {
    page: paths.adminApplications,
    names: { "Signing keys": "openid oidc jwks issuer discovery rotate" },
  },

  "group-details": {
    ...details,
    names: {
      "Name and description of a group": "rename title text",
      "Category of a group": "move folder section",
      "Visibility of a group": "hidden public private system listed",
      "Join mode of a group": "open request invite only closed",
      "Guests in a group": "open outsiders diplomats",
      "Invite links of a group": "preview visitors welcome before sign-in",
      "How long memberships last": "end expire days duration temporary trial",
    },
  },
  "group-posts": {
    ...details,
    names: { "Discord posts of a group": "channel webhook notify requests warnings" },
  },
  "group-emergency": {
    ...details,
    names: { "Emergency access": "break glass four hours take" },
  },
  "group-reviews": {
    ...details,
    names: { "Reviews of a group": "confirm recertify audit months" },
  },
  "group-deletion": { ...details, names: { "Delete a group": "remove disband close" } },
  "group-conditions": {
    ...requirements,
    names: {
      "Requirements of a group": "rule conditions skills standing corporation alliance automatic",
    },
  },
  "group-joining": {
    ...requirements,
    names: {
      "Automatic enrolment": "auto join add members who meet requirements",
      "Grace of a group": "days removal lose keep warning",
      "Who finds a group": "listing qualified everyone discover",
    },
  },
  "group-owner": {
    ...group(""),
    names: { "Owner of a group": "transfer ownership leader hand over" },
  },

  "server-roles": { ...server, names: { "Discord roles": "map groups give ranks" } },
  "server-nicknames": {
    ...server,
    names: { Nicknames: "names template ticker format rename discord" },
  },
  "server-joining": { ...server, names: { "Joining a server": "invite link discord add members" } },
  "server-drift": {
    ...server,
    names: { "Roles given by hand": "drift manual remove keep list discord" },
  },
  "server-removal": {
    ...server,
    names: { "Remove a server": "delete disconnect bot discord" },
  },

  "corporation-directors": {
    ...corporation(""),
    names: { "Directors of a corporation": "priority token assign add ceo" },
  },
  "corporation-posts": {
    ...corporation(""),
    names: { "Warnings about directors": "discord posts channel alert fail" },
  },
  "corporation-health": {
    ...corporation(""),
    names: { "Health of directors": "checks history uptime outage" },
  },
  "corporation-lists": {
    ...corporation("?tab=members"),
    names: { "Who reads the member list": "roster view recruiters ceo roles titles" },
  },
  "corporation-fetch": {
    ...corporation("?tab=fetch"),
    names: { "Fetch data": "refresh sync read wallet assets killmails" },
  },

  "application-credentials": {
    ...application,
    names: { "Client id and secret": "credentials password rotate oauth" },
  },
  "application-addresses": {
    ...application,
    names: {
      "Redirect URIs": "callback url address",
      "Addresses after a logout": "post logout back-channel",
    },
  },
  "application-people": {
    ...application,
    names: { "Who can sign in": "required group restrict wiki forum" },
  },
  "application-claims": {
    ...application,
    names: { "Claims of an application": "scopes groups email name tells learns" },
  },
  "application-tokens": { ...application, names: { "API tokens": "bot script key rights" } },
  "application-webhooks": {
    ...application,
    names: { Webhooks: "push events deliveries callback" },
  },
  "application-switch": {
    ...application,
    names: { "Switch an application": "on off disable pause" },
  },

  suspend: {
    ...pilot,
    names: { "Suspend a pilot": "ban lock block kick" },
    verb: { of: (name) => `Suspend ${name}...`, icon: "alert", note: "asks first" },
  },
  "add-to-group": {
    ...pilot,
    names: { "Add a pilot to a group": "give put member" },
    verb: { of: (name) => `Add ${name} to a group...`, icon: "group" },
  },
  "invite-to-group": {
    ...pilot,
    names: { "Invite a pilot": "send invitation" },
    verb: { of: (name) => `Invite ${name} to a group...`, icon: "mail" },
  },
  "end-sessions": {
    ...pilot,
    names: { "End the sessions of a pilot": "log out sign out kick devices" },
    verb: { of: (name) => `End the sessions of ${name}...`, icon: "logout", note: "asks first" },
  },
  "pilot-groups": {
    ...pilot,
    names: { "Remove a pilot from a group": "kick take away member" },
  },
  "verify-access": {
    ...corporation(""),
    names: { "Check all directors": "verify access test token" },
    verb: { of: (name) => `Check all directors of ${name}`, icon: "verify" },
  },
};
