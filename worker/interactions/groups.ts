import { fold } from "#shared/fold.ts";
import { msg, plural } from "#shared/language/macros.ts";
import type { Message } from "#shared/language/messages.ts";
import type { Group } from "#shared/groups/groups.ts";
import { createJoinRequestSchema } from "#shared/groups/requests.ts";
import { getGroup, listGroups } from "#worker/groups/group/service.ts";
import { acceptInvitation } from "#worker/groups/invitations/service.ts";
import { joinGroup } from "#worker/groups/members/service.ts";
import { requestToJoin } from "#worker/groups/requests/service.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { bold, shortened, linkRow, plain } from "#worker/discord/posts/message.ts";
import { privately } from "./reply.ts";
import type { Asked, Reply } from "./reply.ts";

const MOST_LISTED = 10;
/** https://discord.com/developers/docs/interactions/application-commands#application-command-object-application-command-option-choice-structure */
const MOST_CHOICES = 25;
const NAME_LENGTH = 100;
const SEARCH_LENGTH = 255;

/** The groups that the user may join, or one group. */
export async function showGroups(asked: Asked, text: string): Promise<Reply> {
  const { context, actor, origin } = asked;
  const { say } = asked.words;
  if (text !== "") {
    const group = await findGroup(asked, text);
    const lines = [
      bold(group.name),
      ...(group.description === null ? [] : [plain(shortened(group.description, 500))]),
      say(msg`${plural({ count: group.memberCount }, { one: "# member", other: "# members" })}`),
      say(PLACES[placeOf(group)][0]),
    ];
    return privately(lines.join("\n"), [
      linkRow(say(msg`Open in Muster`), `${origin}/groups/${group.id}`),
    ]);
  }
  const { items } = await listGroups(context, actor, { joinable: "true" });
  const link = linkRow(say(msg`All groups`), `${origin}/groups`);
  if (items.length === 0)
    return privately(say(msg`There is no group that you can join now.`), [link]);
  const lines = items
    .slice(0, MOST_LISTED)
    .map((group) => `• ${say(PLACES[placeOf(group)][1](bold(group.name)))}`);
  return privately([say(msg`Groups that you can join:`), ...lines].join("\n"), [link]);
}

type Place =
  | "owner"
  | "member"
  | "invited"
  | "requested"
  | "open"
  | "reviewed"
  | "automatic"
  | "invitation";

/** What the user is in the group, or could do. */
function placeOf(group: Group): Place {
  if (group.isOwner) return "owner";
  if (group.isMember) return "member";
  if (group.pendingInvitationId !== null) return "invited";
  if (group.pendingRequestId !== null) return "requested";
  if (group.can.join) return "open";
  if (group.can.request) return "reviewed";
  return group.enrolment === "automatic" ? "automatic" : "invitation";
}

/** As a line of its own, and after the name of the group. */
const PLACES: Record<Place, [alone: Message, ofGroup: (name: string) => Message]> = {
  owner: [msg`You are the owner`, (groupName) => msg`${groupName}, you are the owner`],
  member: [msg`You are a member`, (groupName) => msg`${groupName}, you are a member`],
  invited: [
    msg`You are invited: /join accepts`,
    (groupName) => msg`${groupName}, you are invited: /join accepts`,
  ],
  requested: [
    msg`Your request waits for a decision`,
    (groupName) => msg`${groupName}, your request waits for a decision`,
  ],
  open: [
    msg`Open: you can join at once`,
    (groupName) => msg`${groupName}, open: you can join at once`,
  ],
  reviewed: [
    msg`Requests to join are reviewed`,
    (groupName) => msg`${groupName}, requests to join are reviewed`,
  ],
  automatic: [
    msg`Muster adds members automatically`,
    (groupName) => msg`${groupName}, Muster adds members automatically`,
  ],
  invitation: [msg`By invitation only`, (groupName) => msg`${groupName}, by invitation only`],
};

/** Joins, asks to join, or accepts the invitation: what the page of the group offers. */
export async function join(asked: Asked, text: string, reasonText: string): Promise<Reply> {
  const { context, actor } = asked;
  const { say } = asked.words;
  const group = await findGroup(asked, text);
  const groupName = bold(group.name);
  if (group.pendingInvitationId !== null) {
    await acceptInvitation(context, actor, group.pendingInvitationId);
    return privately(say(msg`You are now a member of ${groupName}.`));
  }
  if (group.joinMode !== "approval" || group.isMember) {
    await joinGroup(context, actor, group.id);
    return privately(say(msg`You are now a member of ${groupName}.`));
  }
  const parsed = createJoinRequestSchema.safeParse({ reason: reasonText || null });
  if (!parsed.success) throw new ApiError("reason_too_long");
  await requestToJoin(context, actor, group.id, parsed.data);
  return privately(say(msg`Your request to join ${groupName} was sent.`));
}

/** Suggestions while the user types. `isJoinable`: only groups that the user could join. */
export async function suggestGroups(
  { context, actor }: Asked,
  text: string,
  isJoinable: boolean,
): Promise<Reply> {
  const { items } = await listGroups(context, actor, {
    ...(text !== "" && { search: shortened(text, SEARCH_LENGTH) }),
    ...(isJoinable && { joinable: "true" }),
  });
  return {
    kind: "choices",
    choices: items
      .slice(0, MOST_CHOICES)
      .map(({ id, name }) => ({ name: shortened(name, NAME_LENGTH), value: id })),
  };
}

/** `text` is the id of a suggestion, or what was typed. A group that the user may not see is answered like no group. */
async function findGroup({ context, actor }: Asked, text: string): Promise<Group> {
  const search = shortened(text, SEARCH_LENGTH);
  const { items } = await listGroups(context, actor, { search });
  const folded = fold(search);
  const named = items.find(({ name }) => fold(name) === folded);
  return named ?? getGroup(context, actor, search);
}
