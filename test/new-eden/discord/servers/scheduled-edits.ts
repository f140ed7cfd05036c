import type { World } from "#test/new-eden/world.ts";
import { editMember } from "./by-hand.ts";
import type { HandEdit } from "./by-hand.ts";

/** An edit by hand that arrives after so many requests of bots. */
export type ScheduledEdit = {
  serverId: string;
  userId: string;
  edit: HandEdit;
  afterRequests: number;
};

/** Counts a request of a bot, and makes the edits that are due before it. */
export function runScheduledEdits(world: World) {
  const { discord } = world;
  const due = discord.scheduledEdits.filter((one) => one.afterRequests <= 0);
  discord.scheduledEdits = discord.scheduledEdits.filter((one) => !due.includes(one));
  for (const one of discord.scheduledEdits) one.afterRequests -= 1;
  for (const one of due) apply(world, one);
}

/** Makes all edits that are left, and returns how many. */
export function finishScheduledEdits(world: World): number {
  const left = world.discord.scheduledEdits.splice(0);
  for (const one of left) apply(world, one);
  return left.length;
}

function apply(world: World, { serverId, userId, edit }: ScheduledEdit) {
  const server = world.discord.servers.get(serverId);
  const member = server?.members.get(userId);
  if (server !== undefined && member !== undefined) editMember(world, server, member, edit);
}
