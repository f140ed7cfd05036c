import type { MemberProblem } from "#shared/discord/servers.ts";
import { reserveEventId } from "#worker/audit/record.ts";
import type { Statement } from "#worker/db/statements.ts";
import type { DiscordMember } from "#worker/discord/bot/endpoints.ts";
import { toPerson } from "#worker/discord/servers/plan/people-store.ts";
import type { GiftRow, PersonRow } from "#worker/discord/servers/plan/people-store.ts";
import {
  isReplacement,
  planMember,
  rememberAfter,
} from "#worker/discord/servers/plan/plan-member.ts";
import type { Attempt } from "#worker/discord/servers/plan/plan-member.ts";
import { asMember, hasPermission, planFor, toRoles } from "#worker/discord/servers/plan/rules.ts";
import type { Person, ServerRules } from "#worker/discord/servers/plan/rules.ts";
import { requestsOf } from "./change-member.ts";
import type { MemberOutcome } from "./change-member.ts";
import type { ReadMember } from "./read-members.ts";
import type { IdRange, SavedMember, LeasedServerRow } from "./sync-store.ts";

/** What may be done about the removals of a member now. */
type Removals =
  | { kind: "apply" }
  /** A check of all members only collects them. */
  | { kind: "collect" }
  /** The removals that a check has collected are held: they wait for a decision. */
  | { kind: "keep"; losing: readonly string[] };

type Decided = {
  add: string[];
  remove: string[];
  nickname: string | null;
  losing: string[] | null;
};

/** What to do about a member now. Pure. */
function decide(person: Person, rules: ServerRules, removals: Removals): Decided {
  const { add, remove, nickname } = planFor(person, rules);
  if (removals.kind === "apply") return { add, remove, nickname, losing: null };
  if (removals.kind === "collect") {
    return { add, remove: [], nickname, losing: remove.length > 0 ? remove : null };
  }
  const kept = remove.filter((role) => removals.losing.includes(role));
  return {
    add,
    remove: remove.filter((role) => !kept.includes(role)),
    nickname,
    losing: kept.length > 0 ? kept : null,
  };
}

/** What a slice does, in the order of urgency. `isAll`: there are no others. */
export type SliceWork =
  | { kind: "marks"; marks: { discordId: string; mark: string }[]; isAll: boolean }
  | { kind: "removals"; ids: string[]; isAll: boolean }
  | { kind: "check"; after: string };

export type ServerSlice = {
  serverId: string;
  server: LeasedServerRow;
  rules: ServerRules;
  work: SliceWork;
  /** In the order of the check. */
  members: ReadonlyMap<string, ReadMember>;
  listed: IdRange | undefined;
  /** Discord was asked for the members later. */
  readAt: Date;
  maxCalls: number;
  /** Undoes a batch if the lease has ended or the settings have changed. */
  isCurrent: Statement;
};

/** A member who is on the server, and what is to be done. */
export type PresentMember = {
  row: PersonRow;
  name: string;
  person: Person;
  decided: Decided;
  attempt: Attempt | null;
  /** Discord's audit log can be read: it tells what a replacement of all roles has overwritten. */
  canReplace: boolean;
  /** Only the first of the changes fit. */
  isPart: boolean;
};

export function decideMember(
  row: PersonRow,
  member: DiscordMember,
  gifts: readonly GiftRow[],
  slice: ServerSlice,
): PresentMember {
  const { rules, server, work } = slice;
  const actual = { roles: toRoles(member.roles), nickname: member.nick ?? null };
  const known = toPerson(row, gifts, actual);
  const person = hasReturned(row, member) ? returned(known) : known;
  const present = {
    row,
    person,
    name: member.user.global_name || member.user.username,
    canReplace: hasPermission(rules.facts, "viewAuditLog"),
    isPart: false,
  };
  if (!server.isOn) {
    const nothing = { add: [], remove: [], nickname: null, losing: null };
    return { ...present, decided: nothing, attempt: row.attempt };
  }
  const found = decide(person, rules, removalsOf(row, slice));
  // A check does not repeat what Discord has refused: each refusal counts against a limit of all requests.
  const isRefused = work.kind === "check" && isLasting(row.problem);
  const decided = isRefused ? { ...found, add: [], remove: [], nickname: null } : found;
  return { ...present, decided, attempt: attemptOf(row, decided) };
}

/** Who has left and returned since the row was written has another membership of the server. */
function hasReturned({ readAt }: PersonRow, { joined_at: joinedAt }: DiscordMember): boolean {
  return readAt !== null && joinedAt != null && Date.parse(joinedAt) > readAt.getTime();
}

/**
 * Nobody has taken from the new membership what it never had, so its roles are given again. Roles of Muster that the member has
 * again, as bots give them back, stay Muster's.
 */
function returned(person: Person): Person {
  const given = person.given.filter((role) => person.roles.includes(role));
  return { ...person, given, accepted: [] };
}

function removalsOf(row: PersonRow, { work, server }: ServerSlice): Removals {
  if (work.kind === "check") return { kind: "collect" };
  if (work.kind === "removals" || row.losing === null || server.removals === "released") {
    return { kind: "apply" };
  }
  return { kind: "keep", losing: row.losing };
}

function attemptOf({ attempt }: PersonRow, { add, remove }: Decided): Attempt | null {
  if (add.length + remove.length === 0) return attempt;
  return {
    eventId: attempt?.eventId ?? reserveEventId(),
    add: toRoles([...(attempt?.add ?? []), ...add]),
    remove: toRoles([...(attempt?.remove ?? []), ...remove]),
  };
}

/** An invocation may have replaced all roles of the member, or is about to: the audit log tells what that has overwritten. */
export function isWatched({ attempt, canReplace }: PresentMember): boolean {
  return canReplace && attempt !== null && isReplacement(attempt);
}

/** The first members whose requests fit; at least a part of one. One request reads the audit log for all. */
export function withinBudget(present: readonly PresentMember[], maxCalls: number): PresentMember[] {
  const fitting: PresentMember[] = [];
  let calls = 0;
  for (const member of present) {
    const isFirstWatched = isWatched(member) && !fitting.some(isWatched);
    calls += requestsOf(member) + (isFirstWatched ? 1 : 0);
    if (calls > maxCalls) break;
    fitting.push(member);
  }
  const [first] = present;
  if (fitting.length > 0 || first === undefined) return fitting;
  // A replacement fits as soon as the invocation has read nothing else.
  return first.canReplace ? [] : [partOf(first, maxCalls)];
}

function partOf({ decided, ...member }: PresentMember, maxCalls: number): PresentMember {
  const remove = decided.remove.slice(0, maxCalls);
  const add = decided.add.slice(0, maxCalls - remove.length);
  return {
    ...member,
    canReplace: false,
    isPart: true,
    decided: { ...decided, add, remove, nickname: null },
  };
}

export function hasNothing({ add, remove, nickname }: Omit<Decided, "losing">): boolean {
  return add.length + remove.length === 0 && nickname === null;
}

export function isLasting(problem: MemberProblem | null): boolean {
  return problem === "refused" || problem === "unexpected" || problem === "role_gone";
}

/** The row of a member after Discord has answered. Pure. */
export function memberAfter(
  person: Person,
  name: string,
  rules: ServerRules,
  { roles, nickname, problem, pause }: MemberOutcome,
  { losing, attempt, was }: Pick<SavedMember, "losing" | "was"> & { attempt: Attempt | null },
): SavedMember {
  const after = { ...asMember(person), roles: [...roles], attempt };
  const remembered = rememberAfter(after, rules.mapping);
  const { extra, missing } = planMember({ ...after, ...remembered }, rules.mapping);
  const isOpen = pause !== null;
  return {
    discordId: person.discordId,
    name,
    nickname: nickname ?? person.nickname,
    roles: toRoles(roles),
    // An unfinished change stays an attempt: what it was about to do is Muster's.
    given: isOpen ? [...person.given] : toRoles(remembered.given),
    accepted: isOpen ? [...person.accepted] : toRoles(remembered.accepted),
    attempt: isOpen ? attempt : null,
    losing,
    drifted: extra.length + missing.length,
    problem,
    was,
  };
}

/** The row of a pilot who is not on the server. Roles are given again when they come back. */
export function absentMember(person: Person, name: string, problem: MemberProblem): SavedMember {
  const { discordId, given, accepted } = person;
  const was = { given: [...given], accepted: [...accepted] };
  const nothing = { nickname: null, roles: [], given: [], accepted: [], attempt: null };
  return { discordId, name, ...nothing, losing: null, drifted: 0, problem, was };
}

/** What Muster has changed about a member, with this attempt and one before that was cut off. What people changed is not in it. */
export function changesOf(
  after: readonly string[],
  attempt: Attempt | null,
): { added: string[]; removed: string[] } {
  const has = new Set(after);
  return {
    added: (attempt?.add ?? []).filter((role) => has.has(role)),
    removed: (attempt?.remove ?? []).filter((role) => !has.has(role)),
  };
}
