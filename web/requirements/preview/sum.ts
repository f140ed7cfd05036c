import { ph, plural, t } from "#web/language/macros.ts";
import type { FollowingRole } from "#shared/discord/roles.ts";
import { holdOf } from "#shared/requirements/limits.ts";
import { UNKNOWN_REASONS } from "#shared/requirements/outcome.ts";
import type { FunnelStep, MemberCount, Preview, PreviewKind } from "#shared/requirements/rule.ts";
import { enumerated } from "#web/lib/sentence.ts";
import { formatInteger } from "#web/lib/format.ts";

/** What the slices of a preview have found so far. */
export type PreviewSum = Omit<Preview, "after" | "total"> & { total: number };

const NONE: PreviewSum = {
  users: [],
  unnamed: { join: 0, could_join: 0, grace: 0, remove: 0, unknown: 0, recover: 0 },
  conditions: [],
  funnel: null,
  near: [],
  brackets: [],
  checked: 0,
  checkedMembers: 0,
  total: 0,
  memberCount: 0,
  heldAbove: { group: 0, all: 0 },
  discordRoles: [],
};

/** Counts of users add up; the first slice has the total; what a slice says about the whole community replaces what the one before said. */
export function addSlice(sum: PreviewSum = NONE, slice: Preview): PreviewSum {
  const { total, memberCount, heldAbove } = slice;
  return {
    total: total ?? sum.total,
    memberCount,
    heldAbove,
    users: [...sum.users, ...slice.users],
    unnamed: addCounts(sum.unnamed, slice.unnamed),
    conditions: addEach(sum.conditions, slice.conditions),
    brackets: addEach(sum.brackets, slice.brackets),
    funnel: addFunnels(sum.funnel, slice.funnel),
    near: [...sum.near, ...slice.near],
    checked: sum.checked + slice.checked,
    checkedMembers: sum.checkedMembers + slice.checkedMembers,
    discordRoles: slice.discordRoles.map((role) => addPeople(role, sum.discordRoles)),
  };
}

function addPeople(role: FollowingRole, before: readonly FollowingRole[]): FollowingRole {
  const same = before.find(
    (former) => former.serverId === role.serverId && former.roleId === role.roleId,
  );
  const [a, b] = [same?.people, role.people];
  if (!a || !b) return role;
  const people = {
    gain: a.gain + b.gain,
    lose: a.lose + b.lose,
    lose_after_grace: a.lose_after_grace + b.lose_after_grace,
  };
  return { ...role, people };
}

function addFunnels(a: PreviewSum["funnel"], b: PreviewSum["funnel"]): PreviewSum["funnel"] {
  if (a === null || b === null) return a ?? b;
  return {
    candidates: a.candidates + b.candidates,
    steps: b.steps.map((step, index) => addSteps(a.steps[index], step)),
  };
}

function addSteps(before: FunnelStep | undefined, added: FunnelStep): FunnelStep {
  if (before === undefined) return added;
  const unknown = { ...before.unknown };
  for (const reason of UNKNOWN_REASONS) {
    const count = added.unknown[reason] ?? 0;
    if (count > 0) unknown[reason] = (unknown[reason] ?? 0) + count;
  }
  return { met: before.met + added.met, unmet: before.unmet + added.unmet, unknown };
}

function addCounts(a: PreviewSum["unnamed"], b: PreviewSum["unnamed"]): PreviewSum["unnamed"] {
  return {
    join: a.join + b.join,
    could_join: a.could_join + b.could_join,
    grace: a.grace + b.grace,
    remove: a.remove + b.remove,
    unknown: a.unknown + b.unknown,
    recover: a.recover + b.recover,
  };
}

function addEach(before: readonly MemberCount[], added: readonly MemberCount[]): MemberCount[] {
  return added.map(({ met, unmet, unknown }, index) => {
    const sum = before[index] ?? { met: 0, unmet: 0, unknown: 0 };
    return { met: sum.met + met, unmet: sum.unmet + unmet, unknown: sum.unknown + unknown };
  });
}

/** How many users of a kind there are. `isAbout`: some are counts that the server has rounded. */
export type KindCount = { count: number; isAbout: boolean };

export function countOf({ users, unnamed }: PreviewSum, kind: PreviewKind): KindCount {
  const named = users.filter((user) => user.kind === kind).length;
  return { count: named + unnamed[kind], isAbout: unnamed[kind] > 0 };
}

/** "≈10", "2,041" */
export function shownCount({ count, isAbout }: KindCount): string {
  return `${isAbout ? "≈" : ""}${formatInteger(count)}`;
}

/** Why removals are held, or undefined if they are not. */
export type Hold = { limit: "group" | "all"; removals: number; memberCount: number };

export function previewHoldOf(sum: PreviewSum): Hold | undefined {
  const { memberCount } = sum;
  const { count: removals } = countOf(sum, "remove");
  const limit = holdOf(removals, sum.heldAbove);
  return limit === null ? undefined : { limit, removals, memberCount };
}

/** What saving does, for its button: the most harmful first. */
export function saveLabel(sum: PreviewSum | undefined): string {
  if (!sum) return t`Save`;
  const removals = countOf(sum, "remove");
  const grace = countOf(sum, "grace");
  const join = countOf(sum, "join");
  if (previewHoldOf(sum)) {
    return t`Save and hold ${ph({ number: shownCount(removals) })} ${plural({ count: removals.count }, { one: "removal", other: "removals" })}`;
  }
  if (removals.count > 0) return t`Save and remove ${ph({ number: shownCount(removals) })}`;
  if (grace.count > 0) return t`Save and start grace for ${ph({ number: shownCount(grace) })}`;
  if (join.count > 0) return t`Save and add ${ph({ number: shownCount(join) })}`;
  return t`Save`;
}

/** "12 people become members, 3 members enter grace. No member is removed now." */
export function consequences(sum: PreviewSum): string {
  const effects = clauses(sum, {
    join: (number, count) =>
      t`${number} ${plural(count, { one: "person becomes a member", other: "people become members" })}`,
    grace: entersGrace,
    recover: (number, count) =>
      t`${number} ${plural(count, { one: "member leaves grace", other: "members leave grace" })}`,
  });
  const removed = removedText(sum);
  return effects === "" ? removed : t`${effects}. ${removed}`;
}

function removedText(sum: PreviewSum): string {
  if (previewHoldOf(sum)) return t`The removals are held until an administrator releases them.`;
  const removals = countOf(sum, "remove");
  return removals.count === 0
    ? t`No member is removed now.`
    : t`${ph({ number: shownCount(removals) })} ${plural({ count: removals.count }, { one: "member is removed now.", other: "members are removed now." })}`;
}

/** What begins when a rule is saved: "Requirements saved. 12 people join within minutes". */
export function savedText(sum: PreviewSum | undefined): string {
  if (!sum) return t`Requirements saved`;
  const effects = clauses(sum, {
    join: (number, count) =>
      t`${number} ${plural(count, { one: "person joins within minutes", other: "people join within minutes" })}`,
    grace: entersGrace,
    remove: (number, count) =>
      previewHoldOf(sum)
        ? t`the removals are held`
        : t`${number} ${plural(count, { one: "member is removed", other: "members are removed" })}`,
  });
  return effects === "" ? t`Requirements saved` : t`Requirements saved. ${effects}`;
}

type Clause = (number: string, count: number) => string;

const entersGrace: Clause = (number, count) =>
  t`${number} ${plural(count, { one: "member enters grace", other: "members enter grace" })}`;

/** What happens to the users of each kind; kinds without users are left out. */
function clauses(sum: PreviewSum, texts: Partial<Record<PreviewKind, Clause>>): string {
  const kinds: PreviewKind[] = ["join", "grace", "recover", "remove"];
  return enumerated(
    kinds.flatMap((kind) => {
      const count = countOf(sum, kind);
      const text = texts[kind];
      return text && count.count > 0 ? [text(shownCount(count), count.count)] : [];
    }),
  );
}
