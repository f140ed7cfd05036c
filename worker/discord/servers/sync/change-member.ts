import type { MemberProblem, ServerHalt } from "#shared/discord/servers.ts";
import type { BotAnswer, Bot, Failure } from "#worker/discord/bot/bot.ts";
import { changeRole, getMember, patchMember } from "#worker/discord/bot/endpoints.ts";
import { applyTo, operationsOf } from "#worker/discord/servers/plan/plan-member.ts";
import type { RoleOperation, RolePlan } from "#worker/discord/servers/plan/plan-member.ts";
import { consequenceOf } from "#worker/discord/bot/refusals.ts";

/** What Discord is asked to change about a member. */
type MemberChange = Pick<RolePlan, "add" | "remove"> & {
  discordId: string;
  roles: readonly string[];
  nickname: string | null;
  /** For the server's audit log: with the id of Muster's event. */
  reason: string;
  canReplace: boolean;
};

/** Discord is not to be called before `untilMs`. `halt` is null for a limit that is used up as it should be. */
export type Pause = { halt: ServerHalt | null; untilMs: number };

/** What has become of a member: the roles and the nickname that Discord has confirmed. */
export type MemberOutcome = {
  roles: readonly string[];
  /** Undefined: not changed. */
  nickname?: string;
  problem: MemberProblem | null;
  /** The change is not complete: the server waits. */
  pause: Pause | null;
};

type Decision = {
  decided: Pick<MemberChange, "add" | "remove" | "nickname">;
  canReplace: boolean;
};

/** How many requests a change takes at most. A fresh reading comes before a replacement of all roles. */
export function requestsOf({ decided, canReplace }: Decision): number {
  const { nickname } = decided;
  const roles = operationsOf(decided, canReplace);
  return roles.reduce(
    (sum, { kind }) => sum + (kind === "replace" ? 2 : 1),
    nickname === null ? 0 : 1,
  );
}

/** Changes a member's roles, and then the nickname. The first refusal ends it: no second request is refused. */
export async function changeMember(
  bot: Bot,
  serverId: string,
  change: MemberChange,
  outages: number,
): Promise<MemberOutcome> {
  const { discordId, nickname, reason, canReplace } = change;
  let roles = change.roles;
  for (const operation of operationsOf(change, canReplace)) {
    const answer = await perform(bot, serverId, { ...change, roles }, operation);
    if (answer.state !== "ok") return { roles, ...stopped(answer, outages) };
    roles = answer.data;
  }
  if (nickname === null) return { roles, problem: null, pause: null };
  const answer = await bot.call(patchMember(serverId, discordId, { nick: nickname }, reason));
  if (answer.state !== "ok") return { roles, ...stopped(answer, outages) };
  return { roles, nickname, problem: null, pause: null };
}

/** The roles of the member afterwards. */
async function perform(
  bot: Bot,
  serverId: string,
  { discordId, roles, reason }: MemberChange,
  operation: RoleOperation,
): Promise<BotAnswer<readonly string[]>> {
  if (operation.kind !== "replace") {
    const method = operation.kind === "add" ? "PUT" : "DELETE";
    const answer = await bot.call(changeRole(method, serverId, discordId, operation.role, reason));
    return answer.state === "ok" ? { state: "ok", data: applyTo(roles, operation) } : answer;
  }
  // A list overwrites what others have changed in the meantime, so it begins with what the member has now.
  const fresh = await bot.call(getMember(serverId, discordId));
  if (fresh.state !== "ok") return fresh;
  const list = applyTo(fresh.data.roles, operation);
  const answer = await bot.call(patchMember(serverId, discordId, { roles: list }, reason));
  return answer.state === "ok" ? { state: "ok", data: answer.data.roles } : answer;
}

/** What a failed call means for the member, or for the server. */
export function stopped(
  answer: Failure,
  outages: number,
): Pick<MemberOutcome, "problem" | "pause"> {
  if (answer.state === "waits") {
    return { problem: null, pause: { halt: null, untilMs: answer.untilMs } };
  }
  const consequence = consequenceOf(answer, outages);
  return consequence.kind === "member"
    ? { problem: consequence.problem, pause: null }
    : {
        problem: null,
        pause: { halt: consequence.halt, untilMs: Date.now() + consequence.waitMs },
      };
}
