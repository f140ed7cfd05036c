import type { MemberProblem } from "#shared/discord/servers.ts";
import { recordEvent, reserveEventId } from "#worker/audit/record.ts";
import { GuardFailed, runBatch } from "#worker/db/batch.ts";
import type { Statement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import type { Bot } from "#worker/discord/bot/bot.ts";
import type { DiscordMember } from "#worker/discord/bot/endpoints.ts";
import {
  idList,
  selectGifts,
  selectPeople,
  storedMapping,
  toPerson,
} from "#worker/discord/servers/people-store.ts";
import type { PersonRow } from "#worker/discord/servers/people-store.ts";
import type { Attempt } from "#worker/discord/servers/plan/plan.ts";
import { toRoles } from "#worker/discord/servers/plan/rules.ts";
import type { Person, ServerRules } from "#worker/discord/servers/plan/rules.ts";
import { changeMember, requestsOf } from "./change-member.ts";
import type { Changed, Pause } from "./change-member.ts";
import { absentMember, changesOf, decide, memberAfter } from "./next-member.ts";
import type { Decided, Removals } from "./next-member.ts";
import { deleteMembers, saveMembers } from "./sync-store.ts";
import type { SavedMember, ServerRow } from "./sync-store.ts";

/** What a slice does, in the order of urgency. `isAll`: there are no others. */
export type Work =
  | { kind: "marks"; marks: { discordId: string; mark: string }[]; isAll: boolean }
  | { kind: "removals"; ids: string[]; isAll: boolean }
  | { kind: "check"; after: string };

type Slice = {
  serverId: string;
  server: ServerRow;
  rules: ServerRules;
  work: Work;
  /** In the order of the check. Null: not on the server. */
  members: ReadonlyMap<string, DiscordMember | null>;
  maxCalls: number;
  /** Undoes a batch if the lease has ended or the settings have changed. */
  isCurrent: Statement;
};

type Present = {
  row: PersonRow;
  name: string;
  person: Person;
  decided: Decided;
  attempt: Attempt | null;
};

/** The members that are done. `isCut`: not all are; those up to `reached` are. */
export type Outcome = {
  statements: Statement[];
  done: string[];
  isCut: boolean;
  reached: string | null;
  pause: Pause | null;
  areFactsStale: boolean;
};

/**
 * Changes members at Discord as far as the requests reach. What it is about to do is saved before, so that an invocation that
 * dies leaves no role of which Muster does not know that it is its own. Undefined if the lease has ended.
 */
export async function changeMembers(context: Context, bot: Bot, slice: Slice) {
  const { serverId, members } = slice;
  const ids = idList([...members.keys()]);
  const [rows, gifts] = await runBatch(context.db, [
    selectPeople(serverId, ids),
    selectGifts(ids, storedMapping(serverId)),
  ]);
  const rowOf = new Map(rows.map((row) => [row.discordId, row]));
  const giftsOf = Map.groupBy(gifts, ({ discordId }) => discordId);
  const outcome: Outcome = {
    statements: [],
    done: [],
    isCut: false,
    reached: null,
    pause: null,
    areFactsStale: false,
  };
  const saved: SavedMember[] = [];
  const gone: string[] = [];
  const present: Present[] = [];
  for (const [id, member] of members) {
    const row = rowOf.get(id);
    if (row === undefined) continue;
    const person = toPerson(row, giftsOf.get(id) ?? [], toActual(member));
    if (member !== null) present.push(decided(row, member, person, slice));
    else if (row.userId === null || row.roles === null) gone.push(id);
    else saved.push(absentMember(person, row.name ?? "", "left"));
    if (member === null) outcome.done.push(id);
  }
  const planned = withinBudget(present, slice.maxCalls - bot.calls());
  outcome.isCut = planned.length < present.length;
  if (!(await saveAttempts(context, slice, planned))) return undefined;
  for (const one of planned) {
    const changed = await apply(bot, slice, one);
    outcome.statements.push(...eventsOf(context, slice, one, changed));
    const after = memberAfter(one.person, one.name, slice.rules, changed, {
      // An unfinished removal is found again.
      losing: changed.pause === null ? one.decided.losing : one.row.losing,
      attempt: one.attempt,
    });
    if (isKept(one.row, after, slice.rules)) saved.push(after);
    else gone.push(one.person.discordId);
    // Not for a refusal of an earlier slice, which is kept.
    outcome.areFactsStale ||= !hasNothing(one.decided) && isAboutFacts(changed.problem);
    if (changed.pause !== null) {
      Object.assign(outcome, { pause: changed.pause, isCut: true });
      break;
    }
    outcome.done.push(one.person.discordId);
    outcome.reached = one.person.discordId;
  }
  const isKnown = (id: string) => rowOf.get(id)?.roles != null;
  outcome.statements.push(
    ...saveMembers(
      serverId,
      saved.filter((one) => isChanged(rowOf.get(one.discordId), one)),
    ),
    ...deleteMembers(serverId, gone.filter(isKnown)),
  );
  return outcome;
}

function toActual(member: DiscordMember | null) {
  return { roles: toRoles(member?.roles ?? []), nickname: member?.nick ?? null };
}

function decided(row: PersonRow, member: DiscordMember, person: Person, slice: Slice): Present {
  const name = member.user.global_name || member.user.username;
  const found = decide(person, slice.rules, removalsOf(row, slice));
  if (!slice.server.isOn) {
    const nothing = { add: [], remove: [], nickname: null, losing: null };
    return { row, name, person, decided: nothing, attempt: row.attempt };
  }
  // A check does not repeat what Discord has refused: each refusal counts against a limit of all requests.
  const isRefused = slice.work.kind === "check" && isLasting(row.problem);
  const decision = isRefused ? { ...found, add: [], remove: [], nickname: null } : found;
  return { row, name, person, decided: decision, attempt: attemptOf(row, decision) };
}

function removalsOf(row: PersonRow, { work, server }: Slice): Removals {
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

/** The first members whose requests fit. */
function withinBudget(present: readonly Present[], maxCalls: number): Present[] {
  let calls = 0;
  const end = present.findIndex(({ person, decided: { add, remove, nickname } }) => {
    calls += requestsOf({ ...person, add, remove, nickname });
    return calls > maxCalls;
  });
  return end === -1 ? [...present] : present.slice(0, end);
}

async function saveAttempts(
  { db }: Context,
  { serverId, isCurrent }: Slice,
  planned: readonly Present[],
): Promise<boolean> {
  const begun = planned
    .filter(({ row, attempt }) => JSON.stringify(attempt) !== JSON.stringify(row.attempt))
    .map(({ row, name, person, attempt }) => ({
      ...savedOf(row, name, person),
      attempt,
    }));
  if (begun.length === 0) return true;
  try {
    await runBatch(db, [isCurrent, ...saveMembers(serverId, begun)]);
    return true;
  } catch (error) {
    if (error instanceof GuardFailed) return false;
    throw error;
  }
}

function savedOf(row: PersonRow, name: string, person: Person): SavedMember {
  const { discordId, nickname, roles, given, accepted, attempt } = person;
  return {
    discordId,
    name,
    nickname,
    roles: [...roles],
    given: [...given],
    accepted: [...accepted],
    attempt,
    losing: row.losing,
    problem: row.problem,
  };
}

async function apply(
  bot: Bot,
  { serverId, server }: Slice,
  { row, person, decided: { add, remove, nickname }, attempt }: Present,
): Promise<Changed> {
  if (hasNothing({ add, remove, nickname })) {
    const isStillRefused = isLasting(row.problem) && server.isOn;
    return {
      roles: person.roles,
      problem: isStillRefused ? row.problem : null,
      pause: null,
    };
  }
  const reason = attempt === null ? "Muster: nickname" : `Muster ${attempt.eventId}`;
  const { discordId, roles } = person;
  return changeMember(
    bot,
    serverId,
    { discordId, roles, add, remove, nickname, reason },
    server.outages,
  );
}

function hasNothing({ add, remove, nickname }: Omit<Decided, "losing">): boolean {
  return add.length + remove.length === 0 && nickname === null;
}

/** The event of a change that is complete, or that a refusal has ended. */
function eventsOf(
  context: Context,
  { serverId, rules }: Slice,
  { row, name, person, attempt }: Present,
  { roles, nickname, pause }: Changed,
): Statement[] {
  if (pause !== null) return [];
  const { added, removed } = changesOf(person.roles, roles, attempt);
  if (added.length + removed.length === 0 && nickname === undefined) return [];
  const nameOf = (id: string) => rules.facts.roles.find((role) => role.id === id)?.name ?? id;
  const { userId } = row;
  return [
    recordEvent(context, {
      kind: "roles_changed",
      actor: "job",
      serverId,
      ...(attempt !== null && { id: attempt.eventId }),
      ...(userId !== null && { subjectId: userId }),
      detail: {
        ...(added.length > 0 && { added: added.map(nameOf) }),
        ...(removed.length > 0 && { removed: removed.map(nameOf) }),
        ...(nickname !== undefined && { nickname }),
        ...(userId === null && { discordName: name }),
      },
    }).statement,
  ];
}

/** Of people without a link, Muster keeps only what it needs: those who have mapped roles. */
function isKept({ userId }: PersonRow, after: SavedMember, { mapping }: ServerRules): boolean {
  return (
    userId !== null || after.attempt !== null || after.roles.some((id) => mapping.mapped.has(id))
  );
}

function isChanged(before: PersonRow | undefined, after: SavedMember): boolean {
  if (before === undefined || before.roles === null) return true;
  const { discordId: _, ...kept } = after;
  return Object.entries(kept).some(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(Reflect.get(before, name)),
  );
}

function isLasting(problem: MemberProblem | null): boolean {
  return problem === "refused" || problem === "unexpected" || problem === "role_gone";
}

/** Discord has refused what the facts allow: roles were moved or deleted since they were read. */
function isAboutFacts(problem: MemberProblem | null): boolean {
  return problem === "refused" || problem === "role_gone";
}
