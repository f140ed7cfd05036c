import { definitionOf } from "#shared/events/kinds.ts";
import type { KindWith } from "#shared/events/kinds.ts";
import type { GroupRole } from "#shared/groups/groups.ts";
import type { MembershipChange, PastMembership, SinceThen } from "#shared/pilots/past.ts";
import { isoOrNull } from "#shared/time.ts";
import type { Moment } from "./replay.ts";
import type { PastEventRow } from "./store.ts";

/** An event about one user and one group. `at` in milliseconds; `id` orders events. `role`: if the event states it. */
export type MembershipEvent = { id: string; kind: string; at: number; role?: GroupRole | null };

/** That the group was handed over to another user, by the id of the event. */
type Handover = { id: string };

/** `role` is null if it was given before the log began. */
type MembershipBefore = {
  role: GroupRole | null;
  since: number | null;
  wayInId: string | null;
};

/**
 * What a user was in a group right before the event id `before`; null if no member. Pure. `events` are all events about the user and
 * the group, oldest first, also later ones: a user whose first event is the end of a membership was a member from before the
 * log. `handovers` are transfers of the group to other users: an owner becomes an admin by them.
 */
export function membershipAt(
  events: readonly MembershipEvent[],
  handovers: readonly Handover[],
  before: string,
): MembershipBefore | null {
  const [first] = events;
  let current: MembershipBefore | null =
    first !== undefined && definitionOf(first.kind).wayIn === undefined
      ? { role: roleBefore(first.kind), since: null, wayInId: null }
      : null;
  const changes = [
    ...events.map((event) => ({
      id: event.id,
      apply: (before: MembershipBefore | null) => afterEvent(before, event),
    })),
    ...handovers.map(({ id }) => ({ id, apply: afterHandover })),
  ];
  const past = changes.filter(({ id }) => id < before).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  for (const { apply } of past) current = apply(current);
  return current;
}

/**
 * The same of a present member of whom the log has no event: the row of the membership says since when. An admin may have been the owner
 * before a later transfer.
 */
export function membershipOfRow(
  { role, joinedAt }: { role: GroupRole; joinedAt: Date },
  handovers: readonly Handover[],
  { before, instant }: Moment,
): MembershipBefore | null {
  if (joinedAt.getTime() >= instant) return null;
  const isUncertain = role === "admin" && handovers.some(({ id }) => id >= before);
  return { role: isUncertain ? null : role, since: joinedAt.getTime(), wayInId: null };
}

function afterHandover(current: MembershipBefore | null): MembershipBefore | null {
  return current?.role === "owner" ? { ...current, role: "admin" } : current;
}

function afterEvent(
  current: MembershipBefore | null,
  { id, kind, at, role }: MembershipEvent,
): MembershipBefore | null {
  const definition = definitionOf(kind);
  if (definition.endsMembership) return null;
  const isWayIn = definition.wayIn !== undefined;
  return {
    role: role ?? definition.role ?? (current === null ? "member" : current.role),
    since: current === null && isWayIn ? at : (current?.since ?? null),
    // An invitation that was accepted together with another way in does not replace it.
    wayInId: current === null && isWayIn ? id : (current?.wayInId ?? null),
  };
}

/** The role before the first event of the log about a member. */
function roleBefore(kind: string): GroupRole | null {
  if (kind === "admin_dismissed") return "admin";
  return kind === "admin_appointed" ? "member" : null;
}

/** A transfer to another user, or the deletion of a group. */
type GroupChange = {
  id: string;
  kind: string;
  groupId: string | null;
  subjectId: string | null;
  createdAt: Date;
};

type Present = { groupId: string; groupName: string; role: GroupRole; joinedAt: Date };
type Found = Omit<PastMembership, "isDeleted">;
/** What `sinceThen` reads of an event. */
type Change = {
  id: string;
  kind: string;
  actorKind: string | null;
  createdAt: Date;
  detail?: PastEventRow["detail"];
};

/**
 * The memberships of a user at a moment, by name. `rows` are all events about the user, oldest first. A present membership without an
 * event began before the log, on the day of its row.
 */
export function membershipsAt(
  rows: readonly PastEventRow[],
  changes: readonly GroupChange[],
  present: readonly Present[],
  { before, instant }: Moment,
): Found[] {
  const ofGroup = Map.groupBy(
    rows.filter(({ log, groupId }) => log === "groups" && groupId !== null),
    ({ groupId }) => groupId ?? "",
  );
  const now = new Map(present.map((membership) => [membership.groupId, membership]));
  const ids = [...new Set([...ofGroup.keys(), ...now.keys()])];
  const found = ids.flatMap((groupId): Found[] => {
    const own = ofGroup.get(groupId) ?? [];
    const others = changes.filter((change) => change.groupId === groupId);
    const handovers = others.filter(({ kind }) => kind === "ownership_transferred");
    const deletion = others.find(({ kind }) => kind === "group_deleted");
    if (deletion !== undefined && deletion.id < before) return [];
    const row = now.get(groupId);
    const groupName = row?.groupName ?? own.at(-1)?.groupName ?? "";
    const membership =
      row !== undefined && own.length === 0
        ? membershipOfRow(row, handovers, { before, instant })
        : membershipAt(own.map(toEvent), handovers, before);
    if (membership === null) return [];
    const wayIn = own.find(({ id }) => id === membership.wayInId);
    return [
      {
        groupId,
        groupName,
        role: membership.role,
        since: isoOrNull(membership.since),
        wayIn: wayIn?.wayIn ? { kind: wayIn.wayIn, by: hostOf(wayIn) } : null,
        sinceThen: sinceThen(
          [...own, ...(deletion ? [{ ...deletion, actorKind: null }] : [])],
          before,
        ),
      },
    ];
  });
  return found.toSorted((a, b) => a.groupName.localeCompare(b.groupName));
}

function toEvent({ id, kind, createdAt, detail }: PastEventRow) {
  return { id, kind, at: createdAt.getTime(), role: detail.role ?? null };
}

function hostOf({ byId, byName }: PastEventRow) {
  return byId === null || byName === null ? null : { userId: byId, name: byName };
}

const ENDINGS: Record<KindWith<"endsMembership"> | "group_deleted", MembershipChange> = {
  member_left: "left",
  member_removed: "removed",
  approval_undone: "removed",
  group_deleted: "deleted",
};

const endings = new Map<string, MembershipChange>(Object.entries(ENDINGS));

/** How the membership ended, or else that the role has changed. */
function sinceThen(own: readonly Change[], before: string): SinceThen<MembershipChange> {
  const later = own.filter(({ id }) => id >= before);
  const end = later.find(({ kind }) => endings.has(kind));
  const change = end ?? later.find(({ kind }) => definitionOf(kind).role !== undefined);
  if (change === undefined) return null;
  const kind = endings.get(change.kind) ?? "role";
  const isByRule = kind === "removed" && change.actorKind === "rule";
  const hasEnded = kind === "removed" && change.detail?.until != null;
  return {
    kind: hasEnded ? "ended" : isByRule ? "rule" : kind,
    at: change.createdAt.toISOString(),
  };
}
