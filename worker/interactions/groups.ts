import type { Group } from "#shared/groups/groups.ts";
import { createJoinRequestSchema } from "#shared/groups/requests.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import type { Context } from "#worker/env.ts";
import { getGroup, listGroups } from "#worker/groups/group/service.ts";
import { acceptInvitation } from "#worker/groups/invitations/service.ts";
import { joinGroup } from "#worker/groups/members/service.ts";
import { requestToJoin } from "#worker/groups/requests/service.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { bold, cut, linkRow, plain } from "#worker/discord/posts/message.ts";
import { privately } from "./reply.ts";
import type { Reply } from "./reply.ts";

const MOST_LISTED = 10;
/** https://discord.com/developers/docs/interactions/application-commands#application-command-object-application-command-option-choice-structure */
const MOST_CHOICES = 25;
const NAME_LENGTH = 100;
const SEARCH_LENGTH = 255;

/** The groups that the user may join, or one group. */
export async function showGroups(
  context: Context,
  actor: UserActor,
  text: string,
  origin: string,
): Promise<Reply> {
  if (text !== "") {
    const group = await findGroup(context, actor, text);
    const lines = [
      bold(group.name),
      ...(group.description === null ? [] : [plain(cut(group.description, 500))]),
      group.memberCount === 1 ? "1 member" : `${group.memberCount} members`,
      placeOf(group),
    ];
    return privately(lines.join("\n"), [linkRow("Open in Muster", `${origin}/groups/${group.id}`)]);
  }
  const { items } = await listGroups(context, actor, { joinable: "true" });
  const link = linkRow("All groups", `${origin}/groups`);
  if (items.length === 0) return privately("There is no group that you can join now.", [link]);
  const lines = items
    .slice(0, MOST_LISTED)
    .map((group) => `• ${bold(group.name)}, ${placeOf(group).toLowerCase()}`);
  return privately(["Groups that you can join:", ...lines].join("\n"), [link]);
}

/** What the user is in the group, or could do. */
function placeOf(group: Group): string {
  if (group.isOwner) return "You are the owner";
  if (group.isMember) return "You are a member";
  if (group.pendingInvitationId !== null) return "You are invited: /join accepts";
  if (group.pendingRequestId !== null) return "Your request waits for a decision";
  if (group.can.join) return "Open: you can join at once";
  if (group.can.request) return "Requests to join are reviewed";
  return group.enrolment === "automatic"
    ? "Muster adds members automatically"
    : "By invitation only";
}

/** Joins, asks to join, or accepts the invitation: what the page of the group offers. */
export async function join(
  context: Context,
  actor: UserActor,
  text: string,
  reasonText: string,
): Promise<Reply> {
  const group = await findGroup(context, actor, text);
  const name = bold(group.name);
  if (group.pendingInvitationId !== null) {
    await acceptInvitation(context, actor, group.pendingInvitationId);
    return privately(`You are now a member of ${name}.`);
  }
  if (group.joinMode !== "approval" || group.isMember) {
    await joinGroup(context, actor, group.id);
    return privately(`You are now a member of ${name}.`);
  }
  const parsed = createJoinRequestSchema.safeParse({ reason: reasonText || null });
  if (!parsed.success) throw new ApiError("reason_too_long");
  await requestToJoin(context, actor, group.id, parsed.data);
  return privately(`Your request to join ${name} was sent.`);
}

/** Suggestions while the user types. `isJoinable`: only groups that the user could join. */
export async function suggestGroups(
  context: Context,
  actor: UserActor,
  text: string,
  isJoinable: boolean,
): Promise<Reply> {
  const { items } = await listGroups(context, actor, {
    ...(text !== "" && { search: cut(text, SEARCH_LENGTH) }),
    ...(isJoinable && { joinable: "true" }),
  });
  return {
    kind: "choices",
    choices: items
      .slice(0, MOST_CHOICES)
      .map(({ id, name }) => ({ name: cut(name, NAME_LENGTH), value: id })),
  };
}

/** `text` is the id of a suggestion, or what was typed. A group that the user may not see is answered like no group. */
async function findGroup(context: Context, actor: UserActor, text: string): Promise<Group> {
  const search = cut(text, SEARCH_LENGTH);
  const { items } = await listGroups(context, actor, { search });
  const folded = search.toLowerCase();
  const named = items.find(({ name }) => name.toLowerCase() === folded);
  return named ?? getGroup(context, actor, search);
}
