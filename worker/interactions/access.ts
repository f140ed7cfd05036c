import type { HeldAccess, WayIn } from "#shared/pilots/access.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import type { Context } from "#worker/env.ts";
import { bold, eveTime, linkRow, plain } from "#worker/discord/posts/message.ts";
import { readAccess } from "#worker/pilots/access/service.ts";
import { privately } from "./reply.ts";
import type { Reply } from "./reply.ts";

const MOST_LISTED = 15;

/** My access in short: what the user has and why, what ends soon first. */
export async function showAccess(
  context: Context,
  actor: UserActor,
  origin: string,
): Promise<Reply> {
  const { held, reach } = await readAccess(context, actor);
  const lines = held.slice(0, MOST_LISTED).map(lineOf);
  const rest = held.length - lines.length;
  const text = [
    held.length === 0 ? "You are in no group." : "Your groups:",
    ...lines,
    ...(rest > 0 ? [`and ${rest} more`] : []),
    ...(reach.length === 0
      ? []
      : [`Within reach: ${reach.map(({ groupName }) => plain(groupName)).join(", ")}`]),
  ].join("\n");
  return privately(text, [linkRow("Open My access", `${origin}/access`)]);
}

function lineOf({ groupName, role, wayIn, since, problem }: HeldAccess): string {
  const ends =
    problem?.graceEndsAt == null
      ? ""
      : `. **You do not meet the requirements: ends ${eveTime(new Date(problem.graceEndsAt))}**`;
  const why = role === "member" ? wordsOf(wayIn) : role;
  return `• ${bold(groupName)}, ${why} since ${eveTime(new Date(since))}${ends}`;
}

function wordsOf(wayIn: WayIn | null): string {
  const by = wayIn?.by == null ? "" : ` by ${plain(wayIn.by.name)}`;
  switch (wayIn?.kind) {
    case "approved":
      return `approved${by}`;
    case "invited":
      return `invited${by}`;
    case "code":
      return "with an invite code";
    case "rule":
      return "by its requirements";
    case "moved":
      return "moved in";
    case "founded":
      return "founder";
    default:
      return "member";
  }
}
