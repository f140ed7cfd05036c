import { bySnowflake, newSnowflake, snowflakeTime } from "#test/new-eden/discord/snowflake.ts";
import { now } from "#test/new-eden/world.ts";
import type { World } from "#test/new-eden/world.ts";
import type { Member, Server } from "./server.ts";

/** https://docs.discord.com/developers/resources/audit-log#audit-log-entry-object-audit-log-events */
export const ACTIONS = {
  member_kick: 20,
  member_ban: 22,
  member_unban: 23,
  member_update: 24,
  member_role_update: 25,
  bot_add: 28,
} as const;
type Action = keyof typeof ACTIONS;

type Change =
  | { key: "$add" | "$remove"; new_value: { id: string; name: string }[] }
  | { key: "nick"; old_value?: string; new_value?: string };

export type AuditEntry = {
  id: string;
  action: Action;
  actorId: string;
  targetId: string;
  changes: Change[];
  reason: string | undefined;
};

const KEPT_MS = 45 * 24 * 60 * 60 * 1000;
const DEFAULT_LIMIT = 50;

/** Who changes a server, and the reason that the audit log states. */
export type Author = { actorId: string; reason: string | undefined };

export function recordAudit(
  world: World,
  server: Server,
  { actorId, reason }: Author,
  entry: Pick<AuditEntry, "action" | "targetId"> & Partial<Pick<AuditEntry, "changes">>,
) {
  server.auditLog.push({ id: newSnowflake(now(world)), actorId, reason, changes: [], ...entry });
}

/** Changes the roles of a member; the audit log gets an entry when they differ. */
export function changeRoles(
  world: World,
  server: Server,
  author: Author,
  member: Member,
  roles: string[],
) {
  const name = (id: string) => ({ id, name: server.roles.get(id)?.name ?? "" });
  const added = roles.filter((id) => !member.roles.includes(id)).map(name);
  const removed = member.roles.filter((id) => !roles.includes(id)).map(name);
  member.roles = roles;
  const changes: Change[] = [];
  if (added.length > 0) changes.push({ key: "$add", new_value: added });
  if (removed.length > 0) changes.push({ key: "$remove", new_value: removed });
  if (changes.length === 0) return;
  recordAudit(world, server, author, {
    action: "member_role_update",
    targetId: member.userId,
    changes,
  });
}

/** Changes the nickname of a member; the audit log gets an entry when it differs. */
export function changeNick(
  world: World,
  server: Server,
  author: Author,
  member: Member,
  nick: string | null,
) {
  if (member.nick === nick) return;
  const change: Change = {
    key: "nick",
    ...(member.nick !== null && { old_value: member.nick }),
    ...(nick !== null && { new_value: nick }),
  };
  member.nick = nick;
  recordAudit(world, server, author, {
    action: "member_update",
    targetId: member.userId,
    changes: [change],
  });
}

/** Entries as the API selects them: newest first, with `after` oldest first. They are kept for 45 days. */
export function readAuditLog(world: World, server: Server, query: URLSearchParams): AuditEntry[] {
  const [before, after] = [query.get("before"), query.get("after")];
  const limit = Number(query.get("limit") ?? DEFAULT_LIMIT);
  const is = (name: string, value: string | number) =>
    query.get(name) === null || query.get(name) === String(value);
  const found = server.auditLog.filter(
    ({ id, actorId, targetId, action }) =>
      snowflakeTime(id) > now(world) - KEPT_MS &&
      is("user_id", actorId) &&
      is("target_id", targetId) &&
      is("action_type", ACTIONS[action]) &&
      (before === null || bySnowflake(id, before) < 0) &&
      (after === null || bySnowflake(id, after) > 0),
  );
  const ordered = found.toSorted((one, other) => bySnowflake(one.id, other.id));
  return (after === null ? ordered.toReversed() : ordered).slice(0, limit);
}
