import type { MemberProblem } from "#shared/discord/servers.ts";
import { reserveEventId } from "#worker/audit/record.ts";
import { recordRoleChanges } from "#worker/audit/record-many.ts";
import type { RoleChange } from "#worker/audit/record-many.ts";
import { GuardFailed, runBatch } from "#worker/db/batch.ts";
import type { Statement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import type { Bot } from "#worker/discord/bot/bot.ts";
import { changeRole, listRoleChanges, rolesIn } from "#worker/discord/bot/endpoints.ts";
import type { AuditLog } from "#worker/discord/bot/endpoints.ts";
import { toPerson } from "#worker/discord/servers/plan/people-store.ts";
import type { PersonRow } from "#worker/discord/servers/plan/people-store.ts";
import type { Person, ServerRules } from "#worker/discord/servers/plan/rules.ts";
import { overwrittenBy, reasonOf } from "#worker/discord/servers/plan/plan-member.ts";
import type { Overwritten } from "#worker/discord/servers/plan/plan-member.ts";
import type { LoggedChange } from "#worker/discord/servers/plan/plan-member.ts";
import { changeMember, stopped } from "./change-member.ts";
import type { MemberOutcome, Pause } from "./change-member.ts";
import {
  absentMember,
  changesOf,
  decideMember,
  hasNothing,
  isLasting,
  isWatched,
  memberAfter,
  withinBudget,
} from "./decide-members.ts";
import type { PresentMember, ServerSlice } from "./decide-members.ts";
import { deleteMembers, saveMembers, selectSlice } from "./sync-store.ts";
import type { SavedMember } from "./sync-store.ts";

/** The members that are done. `isCut`: not all are; those up to `reached` are. */
export type SliceOutcome = {
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
export async function changeServerMembers(context: Context, bot: Bot, slice: ServerSlice) {
  const { serverId } = slice;
  const [rows, gifts] = await runBatch(
    context.db,
    selectSlice(serverId, [...slice.members.keys()], slice.listed),
  );
  const members = new Map(slice.members);
  for (const { discordId } of rows) if (!members.has(discordId)) members.set(discordId, "left");
  const rowOf = new Map(rows.map((row) => [row.discordId, row]));
  const giftsOf = Map.groupBy(gifts, ({ discordId }) => discordId);
  const outcome: SliceOutcome = {
    statements: [],
    done: [],
    isCut: false,
    reached: null,
    pause: null,
    areFactsStale: false,
  };
  const saved: SavedMember[] = [];
  const gone: string[] = [];
  const present: PresentMember[] = [];
  for (const [id, member] of members) {
    const row = rowOf.get(id);
    if (row === undefined) continue;
    if (typeof member === "object") {
      present.push(decideMember(row, member, giftsOf.get(id) ?? [], slice));
      continue;
    }
    outcome.done.push(id);
    if (member === "unreadable") continue;
    if (row.userId === null || row.roles === null) gone.push(id);
    else saved.push(absentMember(toPerson(row, []), row.name ?? "", member));
  }
  const planned = withinBudget(present, slice.maxCalls - bot.calls());
  outcome.isCut = planned.length < present.length;
  const begun = planned.filter(({ row, attempt }) => !isSame(attempt, row.attempt));
  if (!(await saveAttempts(context, slice, begun))) return undefined;
  // Their rows are those of the attempts by now, also where the member ends as it was.
  const hasBegun = new Set(begun.map(({ person }) => person.discordId));
  const applied = await takeBack(bot, slice, await applyAll(bot, slice, planned));
  const changes: RoleChange[] = [];
  for (const { member, changed } of applied) {
    changes.push(...changesOfMember(slice, member, changed));
    const after = memberAfter(member.person, member.name, slice.rules, changed, {
      // An unfinished removal is found again.
      losing: changed.pause === null && !member.isPart ? member.decided.losing : member.row.losing,
      attempt: member.attempt,
      was: wasOf(hasBegun.has(member.person.discordId) ? member.person : member.row),
    });
    if (isKept(member.row, after, slice.rules)) saved.push(after);
    else gone.push(member.person.discordId);
    // Not for a refusal of an earlier slice, which is kept.
    outcome.areFactsStale ||= !hasNothing(member.decided) && isAboutFacts(changed.problem);
    if (changed.pause !== null || member.isPart) {
      Object.assign(outcome, { pause: changed.pause, isCut: true });
      break;
    }
    outcome.done.push(member.person.discordId);
    outcome.reached = member.person.discordId;
  }
  const isKnown = (id: string) => hasBegun.has(id) || rowOf.get(id)?.roles != null;
  outcome.statements.push(
    ...recordRoleChanges(context, serverId, changes),
    ...saveMembers(
      serverId,
      saved.filter(
        (row) => hasBegun.has(row.discordId) || isChanged(rowOf.get(row.discordId), row),
      ),
      slice.readAt,
    ),
    ...deleteMembers(serverId, gone.filter(isKnown)),
  );
  return outcome;
}

async function saveAttempts(
  { db }: Context,
  { serverId, isCurrent, readAt }: ServerSlice,
  begun: readonly PresentMember[],
): Promise<boolean> {
  if (begun.length === 0) return true;
  const rows = begun.map(({ row, name, person, attempt }) => ({
    ...savedOf(row, name, person),
    attempt,
  }));
  try {
    await runBatch(db, [isCurrent, ...saveMembers(serverId, rows, readAt)]);
    return true;
  } catch (error) {
    if (error instanceof GuardFailed) return false;
    throw error;
  }
}

type Applied = { member: PresentMember; changed: MemberOutcome };

/** As far as Discord lets Muster. */
async function applyAll(bot: Bot, slice: ServerSlice, planned: readonly PresentMember[]) {
  const applied: Applied[] = [];
  for (const member of planned) {
    const changed = await apply(bot, slice, member);
    applied.push({ member, changed });
    if (changed.pause !== null) break;
  }
  return applied;
}

async function apply(
  bot: Bot,
  { serverId, server }: ServerSlice,
  { row, person, decided: { add, remove, nickname }, attempt, canReplace }: PresentMember,
): Promise<MemberOutcome> {
  if (hasNothing({ add, remove, nickname })) {
    const isStillRefused = isLasting(row.problem) && server.isOn;
    return { roles: person.roles, problem: isStillRefused ? row.problem : null, pause: null };
  }
  const reason = attempt === null ? "Muster: nickname" : reasonOf(attempt);
  const { discordId, roles } = person;
  return changeMember(
    bot,
    serverId,
    { discordId, roles, add, remove, nickname, reason, canReplace },
    server.outages,
  );
}

/**
 * Takes back what replacements of all roles have overwritten: what a person has changed between the reading of the member and
 * the replacement. Discord's audit log tells what a replacement has changed. While it does not answer, the members are not done.
 */
async function takeBack(
  bot: Bot,
  { serverId, server }: ServerSlice,
  applied: readonly Applied[],
): Promise<Applied[]> {
  const isOpen = ({ member, changed }: Applied) => isWatched(member) && changed.pause === null;
  if (!applied.some(isOpen)) return [...applied];
  const answer = await bot.call(listRoleChanges(serverId));
  if (answer.state !== "ok") {
    const { pause } = stopped(answer, server.outages);
    return applied.map((entry) =>
      isOpen(entry) ? { ...entry, changed: { ...entry.changed, pause } } : entry,
    );
  }
  const result: Applied[] = [];
  for (const entry of applied) {
    const { member, changed } = entry;
    if (!isOpen(entry) || member.attempt === null) {
      result.push(entry);
      continue;
    }
    const found = overwrittenBy(member.attempt, changesIn(answer.data, member.person.discordId));
    const after = await undo(bot, { serverId, outages: server.outages }, member, found, changed);
    result.push({ member, changed: after });
  }
  return result;
}

/** The changes of the member's roles in Discord's audit log. */
function changesIn({ audit_log_entries: entries }: AuditLog, discordId: string): LoggedChange[] {
  return entries
    .filter(({ target_id }) => target_id === discordId)
    .map((entry) => ({
      reason: entry.reason,
      added: rolesIn(entry, "$add"),
      removed: rolesIn(entry, "$remove"),
    }));
}

async function undo(
  bot: Bot,
  { serverId, outages }: { serverId: string; outages: number },
  { person: { discordId }, attempt }: PresentMember,
  { lost, gained }: Overwritten,
  changed: MemberOutcome,
): Promise<MemberOutcome> {
  const reason = `Muster ${attempt?.eventId ?? ""}: taken back`;
  let { roles } = changed;
  const steps = [
    ...lost.map((role) => ["PUT", role] as const),
    ...gained.map((role) => ["DELETE", role] as const),
  ];
  for (const [method, role] of steps) {
    const answer = await bot.call(changeRole(method, serverId, discordId, role, reason));
    if (answer.state !== "ok") {
      const { pause } = stopped(answer, outages);
      // A role that was deleted in the meantime, or a member who has left, needs nothing.
      if (pause === null) continue;
      return { ...changed, roles, pause };
    }
    roles = method === "PUT" ? [...new Set([...roles, role])] : roles.filter((id) => id !== role);
  }
  return { ...changed, roles };
}

/** For the log: a change that is complete, or that a refusal has ended. */
function changesOfMember(
  { rules }: ServerSlice,
  { row, name, attempt }: PresentMember,
  { roles, nickname, pause }: MemberOutcome,
): RoleChange[] {
  if (pause !== null) return [];
  const { added, removed } = changesOf(roles, attempt);
  if (added.length + removed.length === 0 && nickname === undefined) return [];
  const nameOf = (id: string) => rules.facts.roles.find((role) => role.id === id)?.name ?? id;
  const { userId } = row;
  return [
    {
      id: attempt?.eventId ?? reserveEventId(),
      subjectId: userId,
      detail: {
        ...(added.length > 0 && { added: added.map(nameOf) }),
        ...(removed.length > 0 && { removed: removed.map(nameOf) }),
        ...(nickname !== undefined && { nickname }),
        ...(userId === null && { discordName: name }),
      },
    },
  ];
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
    drifted: row.drifted ?? 0,
    problem: row.problem,
    was: wasOf(row),
  };
}

/** What was stored before a save, from which the merge tells what people have decided in the meantime. */
function wasOf({ given, accepted }: Pick<PersonRow, "given" | "accepted"> | Person) {
  return { given: [...(given ?? [])], accepted: [...(accepted ?? [])] };
}

/** Muster keeps people without a linked account only while they have mapped roles. */
function isKept({ userId }: PersonRow, after: SavedMember, { mapping }: ServerRules): boolean {
  return (
    userId !== null || after.attempt !== null || after.roles.some((id) => mapping.mapped.has(id))
  );
}

function isChanged(before: PersonRow | undefined, after: SavedMember): boolean {
  if (before === undefined || before.roles === null) return true;
  const { discordId: _id, was: _was, ...kept } = after;
  return Object.entries(kept).some(([name, value]) => !isSame(value, Reflect.get(before, name)));
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Discord has refused what the facts allow: roles were moved or deleted since they were read. */
function isAboutFacts(problem: MemberProblem | null): boolean {
  return problem === "refused" || problem === "role_gone";
}
