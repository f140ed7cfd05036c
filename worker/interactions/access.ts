import type { HeldAccess } from "#shared/pilots/access.ts";
import { msg, ph } from "#shared/language/macros.ts";
import type { Message } from "#shared/language/messages.ts";
import { bold, eveTime, linkRow, plain } from "#worker/discord/posts/message.ts";
import type { Words } from "#worker/language/words.ts";
import { readAccess } from "#worker/pilots/access/service.ts";
import { privately } from "./reply.ts";
import type { Asked, Reply } from "./reply.ts";
import type { WayIn } from "#shared/groups/groups.ts";

const MOST_LISTED = 15;

/** My access in short: what the user has and why, what ends soon first. */
export async function showAccess({ context, actor, origin, words }: Asked): Promise<Reply> {
  const { say } = words;
  const { held, reach } = await readAccess(context, actor);
  const lines = held.slice(0, MOST_LISTED).map((access) => lineOf(access, words));
  const rest = held.length - lines.length;
  const groupNames = words.list(reach.map(({ groupName }) => plain(groupName)));
  const text = [
    say(held.length === 0 ? msg`You are in no group.` : msg`Your groups:`),
    ...lines,
    ...(rest > 0 ? [say(msg`and ${ph({ count: rest })} more`)] : []),
    ...(reach.length === 0 ? [] : [say(msg`Within reach: ${groupNames}`)]),
  ].join("\n");
  return privately(text, [linkRow(say(msg`Open My access`), `${origin}/access`)]);
}

function lineOf({ groupName, role, wayIn, since, problem }: HeldAccess, words: Words): string {
  const { say } = words;
  const values = { group: bold(groupName), time: eveTime(new Date(since), words) };
  const line = say(role === "member" ? wayOf(wayIn, values) : ROLES[role](values));
  const end = problem?.graceEndsAt;
  if (end == null) return `• ${line}`;
  const time = eveTime(new Date(end), words);
  return `• ${line}. ${say(msg`**You do not meet the requirements: ends ${time}**`)}`;
}

type Values = { group: string; time: string };

const ROLES: Record<Exclude<HeldAccess["role"], "member">, (values: Values) => Message> = {
  owner: ({ group, time }) => msg`${group}, owner since ${time}`,
  admin: ({ group, time }) => msg`${group}, admin since ${time}`,
};

function wayOf(wayIn: WayIn | null, { group, time }: Values): Message {
  const by = wayIn?.by == null ? null : plain(wayIn.by.name);
  switch (wayIn?.kind) {
    case "approved":
      return by === null
        ? msg`${group}, approved since ${time}`
        : msg`${group}, approved by ${by} since ${time}`;
    case "invited":
      return by === null
        ? msg`${group}, invited since ${time}`
        : msg`${group}, invited by ${by} since ${time}`;
    case "code":
      return msg`${group}, with an invite code since ${time}`;
    case "rule":
      return msg`${group}, by its requirements since ${time}`;
    case "moved":
      return msg`${group}, moved in since ${time}`;
    case "founded":
      return msg`${group}, founder since ${time}`;
    default:
      return msg`${group}, member since ${time}`;
  }
}
