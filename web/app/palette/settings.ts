import { msg, t } from "#web/language/macros.ts";
import type { Message } from "#shared/language/messages.ts";
import type { Anchor } from "#web/lib/anchors.ts";
import { paths } from "#web/lib/paths.ts";
import type { IconName } from "#web/ui/icon.tsx";

/** What has settings of its own: the palette asks which one. */
export type SubjectKind = "pilot" | "group" | "server" | "corporation" | "application";

type Name = readonly [name: Message, alias: Message];

type Place = {
  /** One page for the installation or the account, or a page for each subject of the kind. */
  page: string | ((id: string) => string);
  kind?: SubjectKind;
  isForPlayers?: boolean;
  /** It takes something away: it stands last among equals, where no key leads by accident. */
  isDangerous?: boolean;
  /** What can be set there, each with other words that people use for it. */
  names: readonly Name[];
  /** Something that is done rather than set: the button there is pressed. `of` says it with a name. */
  verb?: { of: (name: string) => string; icon: IconName; note?: Message };
};

const settings = { page: paths.adminSettings };
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
  sessions: { ...dashboard, names: [[msg`Sessions`, msg`devices signed in logged in end others`]] },
  "discord-account": {
    ...dashboard,
    names: [[msg`Discord account`, msg`link connect unlink disconnect`]],
  },
  "discord-messages": {
    ...account,
    names: [[msg`Direct messages on Discord`, msg`dm notifications notify tell me`]],
  },
  "your-data": { ...account, names: [[msg`Your data`, msg`export download gdpr privacy copy`]] },
  "merge-accounts": {
    ...account,
    names: [[msg`Merge two accounts`, msg`join combine duplicate second account`]],
  },
  "delete-account": {
    ...account,
    isDangerous: true,
    names: [[msg`Delete your account`, msg`erase remove gdpr close forget`]],
  },

  "community-name": {
    ...settings,
    names: [[msg`Name of the community`, msg`title brand alliance site`]],
  },
  "community-logo": { ...settings, names: [[msg`Logo`, msg`picture icon image emblem brand`]] },
  "community-welcome": {
    ...settings,
    names: [[msg`Welcome text`, msg`landing page greeting introduction message`]],
  },
  "community-members": {
    ...settings,
    names: [
      [msg`Who belongs to the community`, msg`members guests everybody access`],
      [msg`How long guests keep memberships`, msg`grace days leave guests`],
    ],
  },
  diagnosis: {
    ...settings,
    names: [[msg`Self-diagnosis`, msg`health checks problems errors secrets missing`]],
  },
  administrators: {
    ...settings,
    names: [[msg`Name an administrator`, msg`administrators second another rights deploy`]],
  },
  "log-posts": {
    ...settings,
    names: [[msg`Fingerprint of the log`, msg`seal seals audit warnings channel discord posts`]],
  },
  version: { ...settings, names: [[msg`Version`, msg`release update commit deployed`]] },
  "signing-keys": {
    page: paths.adminApplications,
    names: [[msg`Signing keys`, msg`openid oidc jwks issuer discovery rotate`]],
  },
  "watchlist-keepers": {
    page: paths.adminWatchlist,
    names: [[msg`Who keeps the watchlist`, msg`keepers blacklist group recruiters`]],
  },
  "watchlist-posts": {
    page: paths.adminWatchlist,
    names: [[msg`Discord posts of the watchlist`, msg`channel webhook hits blacklist warnings`]],
  },

  "group-details": {
    ...details,
    names: [
      [msg`Name and description of a group`, msg`rename title text`],
      [msg`Category of a group`, msg`move folder section`],
      [msg`Visibility of a group`, msg`hidden public private system listed`],
      [msg`Join mode of a group`, msg`open request invite only closed`],
      [msg`Guests in a group`, msg`open outsiders diplomats`],
      [msg`Invite links of a group`, msg`preview visitors welcome before sign-in`],
      [msg`How long memberships last`, msg`end expire days duration temporary trial`],
    ],
  },
  "group-posts": {
    ...details,
    names: [[msg`Discord posts of a group`, msg`channel webhook notify requests warnings`]],
  },
  "group-emergency": {
    ...details,
    names: [[msg`Emergency access`, msg`break glass four hours take`]],
  },
  "group-reviews": {
    ...details,
    names: [[msg`Reviews of a group`, msg`confirm recertify audit months`]],
  },
  "group-form": {
    ...details,
    names: [[msg`Form of a group`, msg`apply application questions recruiters reviewers vetting`]],
  },
  "group-deletion": {
    ...details,
    isDangerous: true,
    names: [[msg`Delete a group`, msg`remove disband close`]],
  },
  "group-conditions": {
    ...requirements,
    names: [
      [
        msg`Requirements of a group`,
        msg`rule conditions skills standing corporation alliance automatic`,
      ],
    ],
  },
  "group-joining": {
    ...requirements,
    names: [
      [msg`Automatic enrolment`, msg`auto join add members who meet requirements`],
      [msg`Grace of a group`, msg`days removal lose keep warning`],
      [msg`Who finds a group`, msg`listing qualified everyone discover`],
    ],
  },
  "group-owner": {
    ...details,
    names: [[msg`Owner of a group`, msg`transfer ownership leader hand over`]],
  },

  "server-roles": { ...server, names: [[msg`Discord roles`, msg`map groups give ranks`]] },
  "server-nicknames": {
    ...server,
    names: [[msg`Nicknames`, msg`names template ticker format rename discord`]],
  },
  "server-joining": {
    ...server,
    names: [[msg`Joining a server`, msg`invite link discord add members`]],
  },
  "server-drift": {
    ...server,
    names: [[msg`Roles given by hand`, msg`drift manual remove keep list discord`]],
  },
  "server-removal": {
    ...server,
    isDangerous: true,
    names: [[msg`Remove a server`, msg`delete disconnect bot discord`]],
  },

  "corporation-directors": {
    ...corporation(""),
    names: [[msg`Directors of a corporation`, msg`priority token assign add ceo`]],
  },
  "corporation-posts": {
    ...corporation(""),
    names: [[msg`Warnings about directors`, msg`discord posts channel alert fail`]],
  },
  "corporation-health": {
    ...corporation(""),
    names: [[msg`Health of directors`, msg`checks history uptime outage`]],
  },
  "corporation-lists": {
    ...corporation("?tab=members"),
    names: [[msg`Who reads the member list`, msg`roster view recruiters ceo roles titles`]],
  },
  "corporation-fetch": {
    ...corporation("?tab=fetch"),
    names: [[msg`Fetch data`, msg`refresh sync read wallet assets killmails`]],
  },

  "application-credentials": {
    ...application,
    names: [[msg`Client id and secret`, msg`credentials password rotate oauth`]],
  },
  "application-addresses": {
    ...application,
    names: [
      [msg`Redirect URIs`, msg`callback url address`],
      [msg`Addresses after a logout`, msg`post logout back-channel`],
    ],
  },
  "application-people": {
    ...application,
    names: [[msg`Who can sign in`, msg`required group restrict wiki forum`]],
  },
  "application-claims": {
    ...application,
    names: [[msg`Claims of an application`, msg`scopes groups email name tells learns`]],
  },
  "application-tokens": { ...application, names: [[msg`API tokens`, msg`bot script key rights`]] },
  "application-webhooks": {
    ...application,
    names: [[msg`Webhooks`, msg`push events deliveries callback`]],
  },
  "application-switch": {
    ...application,
    names: [[msg`Switch an application`, msg`on off disable pause`]],
  },

  "add-to-group": {
    ...pilot,
    names: [[msg`Add a pilot to a group`, msg`give put member`]],
    verb: { of: (name) => t`Add ${name} to a group...`, icon: "group" },
  },
  "invite-to-group": {
    ...pilot,
    names: [[msg`Invite a pilot`, msg`send invitation`]],
    verb: { of: (name) => t`Invite ${name} to a group...`, icon: "mail" },
  },
  "pilot-groups": {
    ...pilot,
    isDangerous: true,
    names: [[msg`Remove a pilot from a group`, msg`kick take away member`]],
  },
  "end-sessions": {
    ...pilot,
    isDangerous: true,
    names: [[msg`End the sessions of a pilot`, msg`log out sign out kick devices`]],
    verb: {
      of: (name) => t`End the sessions of ${name}...`,
      icon: "logout",
      note: msg`asks first`,
    },
  },
  suspend: {
    ...pilot,
    isDangerous: true,
    names: [[msg`Suspend a pilot`, msg`ban lock block kick`]],
    verb: { of: (name) => t`Suspend ${name}...`, icon: "alert", note: msg`asks first` },
  },
  "verify-access": {
    ...corporation(""),
    names: [[msg`Check all directors`, msg`verify access test token`]],
    verb: { of: (name) => t`Check all directors of ${name}`, icon: "verify" },
  },
};

const all = Object.entries(SETTINGS);

/** All places, the dangerous ones last. */
export const PLACES = [
  ...all.filter(([, { isDangerous }]) => !isDangerous),
  ...all.filter(([, { isDangerous }]) => isDangerous),
];
