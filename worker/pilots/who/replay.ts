import { definitionOf } from "#shared/events/kinds.ts";
import type { GroupRole } from "#shared/groups/groups.ts";

/** An event about one user and one group. `at` in milliseconds; `id` orders events. `role`: if the event states it. */
export type MembershipEvent = { id: string; kind: string; at: number; role?: GroupRole | null };

/** That the group was handed over to another user, by the id of the event. */
type Handover = { id: string };

/** `role` is null if it was given before the log began. */
export type Membership = { role: GroupRole | null; since: number | null; wayInId: string | null };

/**
 * What a user was in a group right before the event id `before`; null if no member. Pure. `events` are all events about the user and
 * the group, oldest first, also later ones: a user whose first event is the end of a membership was a member from before the
 * log. `handovers` are transfers of the group to other users: an owner becomes an admin by them.
 */
export function membershipAt(
  events: readonly MembershipEvent[],
  handovers: readonly Handover[],
  before: string,
): Membership | null {
  const [first] = events;
  let current: Membership | null =
    first !== undefined && definitionOf(first.kind).wayIn === undefined
      ? { role: roleBefore(first.kind), since: null, wayInId: null }
      : null;
  const changes = [
    ...events.map((event) => ({
      id: event.id,
      apply: (before: Membership | null) => afterEvent(before, event),
    })),
    ...handovers.map(({ id }) => ({ id, apply: afterHandover })),
  ];
  const past = changes.filter(({ id }) => id < before).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  for (const { apply } of past) current = apply(current);
  return current;
}

function afterHandover(current: Membership | null): Membership | null {
  return current?.role === "owner" ? { ...current, role: "admin" } : current;
}

function afterEvent(
  current: Membership | null,
  { id, kind, at, role }: MembershipEvent,
): Membership | null {
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
