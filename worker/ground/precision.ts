import { DAY_MS, HOUR_MS } from "#shared/time.ts";

/**
 * Who reads about another person: any user, an admin or the owner of a group about those on its lists, a system administrator, or a
 * program. A guest reads as the owner or an admin of a group that is older than the community.
 */
export type Viewer = "guest" | "user" | "groupAdmin" | "owner" | "administrator" | "application";

/** `presence`: whether it is so, and neither how often nor when. */
type Precision = "nothing" | "presence" | "count" | "day" | "hour" | "exact";

/** People on the lists of a group are known to those who manage it. */
const MANAGERS = {
  guest: "exact",
  user: "nothing",
  groupAdmin: "exact",
  owner: "exact",
  administrator: "exact",
  application: "nothing",
} as const;
const ADMINISTRATORS = {
  guest: "nothing",
  user: "nothing",
  groupAdmin: "nothing",
  owner: "nothing",
  administrator: "exact",
  application: "nothing",
} as const;
const EVERYBODY = {
  guest: "exact",
  user: "exact",
  groupAdmin: "exact",
  owner: "exact",
  administrator: "exact",
  application: "exact",
} as const;

/**
 * What Muster tells viewers about other people, and how precisely. A test calls every route as every viewer and compares the answers
 * with this table. The player alone gets the minute in which a sheet was read: it would tell when the player is online.
 */
export const ABOUT_OTHERS = {
  /** When EVE last answered for a section of the public sheet. */
  sheetRead: {
    ...EVERYBODY,
    guest: "nothing",
    user: "hour",
    groupAdmin: "hour",
    owner: "hour",
    administrator: "hour",
    application: "nothing",
  },
  /** As of when a fact is known that a rule, a review or an administrator looks at. */
  evidenceRead: {
    ...MANAGERS,
    guest: "nothing",
    groupAdmin: "hour",
    owner: "hour",
    administrator: "hour",
  },
  /** What EVE says to everybody: the birthday, the history of corporations. And the skills of mains. */
  publicSheet: { ...EVERYBODY, guest: "nothing", application: "nothing" },
  /** What a condition of a rule has found. */
  evidence: { ...MANAGERS, guest: "nothing" },
  joined: EVERYBODY,
  emergencyAccess: EVERYBODY,
  membershipEnd: MANAGERS,
  /** Since when a member does not meet the requirements, and when the membership ends for it. */
  problem: MANAGERS,
  request: MANAGERS,
  /** What an applicant shares with the reviewers of a request, until it ends. System administrators do not read it. */
  shared: { ...MANAGERS, guest: "nothing", administrator: "nothing" },
  invitation: MANAGERS,
  groupEvent: MANAGERS,
  suspension: { ...MANAGERS, application: "presence" },
  /** In Muster or in the game. */
  lastSeen: { ...ADMINISTRATORS, owner: "day" },
  lostAuthorizations: { ...ADMINISTRATORS, owner: "presence", application: "presence" },
  /** An application that was granted characters learns all of them. */
  alts: { ...ADMINISTRATORS, administrator: "count", application: "count" },
  /** What a review has decided. */
  verdict: { ...ADMINISTRATORS, owner: "exact" },
  /** How many people a draft concerns. Those whose names the reader may not know are rounded. */
  draftCounts: { ...ADMINISTRATORS, owner: "count", administrator: "count" },
  /** What EVE tells directors of the members of a corporation, for readers of its roster. */
  inGame: { ...EVERYBODY, guest: "nothing" },
  /** How many groups a member of a roster has, as far as the reader sees them. */
  groupCount: { ...EVERYBODY, guest: "nothing", user: "count", application: "nothing" },
  /** Sessions, links and sign-ins. */
  account: ADMINISTRATORS,
} as const satisfies Record<string, Record<Viewer, Precision>>;

export type FactAboutOthers = keyof typeof ABOUT_OTHERS;

const STEPS: Partial<Record<Precision, number>> = { exact: 1, hour: HOUR_MS, day: DAY_MS };

/** The instant, in ms, as precisely as the viewer may know it: the hour, or the day in EVE time. */
export function rounded(fact: FactAboutOthers, viewer: Viewer, ms: number): number {
  const step = STEPS[ABOUT_OTHERS[fact][viewer]];
  if (step === undefined) throw new Error(`No instant of ${fact} is told to a viewer: ${viewer}.`);
  return ms - (ms % step);
}
