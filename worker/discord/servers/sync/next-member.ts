import type { MemberProblem } from "#shared/discord/servers.ts";
import { planMember, rememberAfter } from "#worker/discord/servers/plan/plan-member.ts";
import type { Attempt } from "#worker/discord/servers/plan/plan-member.ts";
import { asMember, planFor, toRoles } from "#worker/discord/servers/plan/rules.ts";
import type { Person, ServerRules } from "#worker/discord/servers/plan/rules.ts";
import type { Changed } from "./change-member.ts";
import type { SavedMember } from "./sync-store.ts";

/** What may be done about the removals of a member now. */
export type Removals =
  | { kind: "apply" }
  /** A check of all members only collects them. */
  | { kind: "collect" }
  /** The removals that a check has collected are held: they wait for a decision. */
  | { kind: "keep"; losing: readonly string[] };

export type Decided = {
  add: string[];
  remove: string[];
  nickname: string | null;
  losing: string[] | null;
};

/** What to do about a member now. Pure. */
export function decide(person: Person, rules: ServerRules, removals: Removals): Decided {
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

/** The row of a member after Discord has answered. Pure. */
export function memberAfter(
  person: Person,
  name: string,
  rules: ServerRules,
  { roles, nickname, problem, pause }: Changed,
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
