import type { PastRole } from "#shared/pilots/past.ts";

/** What Muster has given and taken, oldest first. `id` orders events. */
type RoleEvent = {
  id: string;
  serverId: string | null;
  serverName: string | null;
  added: readonly string[];
  removed: readonly string[];
  at: number;
};

/**
 * The roles on Discord servers that Muster had given and not taken right before the event id `before`. Pure. `unlinked`: ids of the events
 * with which a Discord account was unlinked: the roles of that account are the user's no longer.
 */
export function rolesAt(
  events: readonly RoleEvent[],
  unlinked: readonly string[],
  before: string,
): PastRole[] {
  const lastUnlink =
    unlinked
      .filter((id) => id < before)
      .toSorted()
      .at(-1) ?? "";
  const held = new Map<string, PastRole>();
  for (const { id, serverId, serverName, added, removed, at } of events) {
    if (serverId === null || id >= before || id < lastUnlink) continue;
    for (const name of removed) held.delete(`${serverId} ${name}`);
    for (const roleName of added) {
      const since = new Date(at).toISOString();
      held.set(`${serverId} ${roleName}`, { serverId, serverName, roleName, since });
    }
  }
  return [...held.values()].toSorted(
    (a, b) =>
      (a.serverName ?? "").localeCompare(b.serverName ?? "") ||
      a.roleName.localeCompare(b.roleName),
  );
}
