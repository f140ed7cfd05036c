import type { Bot } from "#worker/discord/bot/bot.ts";
import { changeRole, listRoleChanges, rolesIn } from "#worker/discord/bot/endpoints.ts";
import type { AuditLog } from "#worker/discord/bot/endpoints.ts";
import { overwrittenBy } from "#worker/discord/servers/plan/plan-member.ts";
import type { Overwritten, RoleChange } from "#worker/discord/servers/plan/plan-member.ts";
import { stopped } from "./change-member.ts";
import type { Changed } from "./change-member.ts";
import { isWatched } from "./decide-members.ts";
import type { Present, Slice } from "./decide-members.ts";

type Applied = { one: Present; changed: Changed };

/**
 * Takes back what replacements of all roles have overwritten: what a person has changed between the reading of the member and
 * the replacement. Discord's audit log tells what a replacement has changed. While it does not answer, the members are not done.
 */
export async function takeBack(
  bot: Bot,
  { serverId, server }: Slice,
  applied: readonly Applied[],
): Promise<Applied[]> {
  const isOpen = ({ one, changed }: Applied) => isWatched(one) && changed.pause === null;
  if (!applied.some(isOpen)) return [...applied];
  const answer = await bot.call(listRoleChanges(serverId));
  if (answer.state !== "ok") {
    const { pause } = stopped(answer, server.outages);
    return applied.map((one) =>
      isOpen(one) ? { ...one, changed: { ...one.changed, pause } } : one,
    );
  }
  const result: Applied[] = [];
  for (const entry of applied) {
    const { one, changed } = entry;
    if (!isOpen(entry) || one.attempt === null) {
      result.push(entry);
      continue;
    }
    const found = overwrittenBy(one.attempt, changesOf(answer.data, one.person.discordId));
    const after = await undo(bot, { serverId, outages: server.outages }, one, found, changed);
    result.push({ one, changed: after });
  }
  return result;
}

function changesOf({ audit_log_entries: entries }: AuditLog, discordId: string): RoleChange[] {
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
  { person: { discordId }, attempt }: Present,
  { lost, gained }: Overwritten,
  changed: Changed,
): Promise<Changed> {
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
