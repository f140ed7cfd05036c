import { assert } from "vitest";
import * as z from "zod/mini";
import type { GroupTopic } from "#shared/discord/feeds.ts";
import type { Act } from "#test/new-eden/discord/channels/interactions.ts";
import type { InteractionResponse } from "#test/new-eden/discord/channels/replies.ts";
import { buildGroup } from "#test/support/people/group-builders.ts";
import type { Muster } from "#test/support/workerd/harness.ts";
import type { NewEden } from "#test/support/new-eden/new-eden.ts";
import { readJson } from "#test/support/answers/read-json.ts";
import { buildServer } from "./server-builders.ts";

export type FrontDoor = Awaited<ReturnType<typeof openFrontDoor>>;
type Who = { discordId: string };
type Signed = { headers: Record<string, string>; body: string };

const ALL_TOPICS: GroupTopic[] = ["requests", "joined", "left", "grace", "held"];

/** Sends what Discord sends to Muster for what a user does, and lets Discord take the first answer. */
async function act(
  muster: Muster,
  { discord }: Pick<NewEden, "discord">,
  { discordId }: Who,
  what: Act,
  serverId?: string,
) {
  const signed = await discord.interaction(discordId, what, serverId);
  const response = await send(muster, signed);
  assert(response.status === 200, `Muster answered ${response.status}.`);
  const { token } = signed.interaction;
  const answer = await discord.respond(token, await readJson(response, z.looseObject({})));
  return { answer, text: textOf(answer), token };
}

export function send(muster: Muster, { headers, body }: Signed, path = "interactions") {
  return muster.send(`/api/discord/${path}`, { method: "POST", headers, body });
}

function textOf({ data }: InteractionResponse): string {
  return data?.content ?? "";
}

/**
 * A Discord server on which members of a group get the role Scout, and a channel in which the group posts everything. The owner
 * of the group and a reviewer are on the server with linked accounts.
 */
export async function openFrontDoor({
  topics = ALL_TOPICS,
  name,
}: { topics?: GroupTopic[]; name?: string } = {}) {
  const server = await buildServer();
  const { muster, discord, driver, id } = server;
  const owner = await server.addPilot();
  const reviewer = await server.addPilot();
  const group = await buildGroup(muster, {
    owner,
    admins: [reviewer],
    joinMode: "approval",
    ...(name !== undefined && { name }),
  });
  await server.save({ roles: [{ roleId: server.roleId("Scout"), groupIds: [group.id] }] });
  await server.switchOn();
  const [channel] = await discord.channels(id);
  assert(channel !== undefined, "The server has no channel.");
  const param = { id: group.id };
  const feed = owner.api.groups[":id"]["discord-feed"];
  const target = { kind: "channel" as const, serverId: id, channelId: channel.id };
  const saved = await feed.$put({ param, json: { target, topics } });
  assert(saved.status === 200, `The feed was not saved: ${saved.status}.`);

  /** A pilot on the server asks to join. */
  async function ask(
    who: Awaited<ReturnType<typeof server.addPilot>>,
    reason: string | null = null,
  ) {
    const response = await who.api.groups[":id"]["join-requests"].$post({
      param,
      json: { reason },
    });
    assert(response.status === 201, `The request was refused: ${response.status}.`);
    return response.json();
  }

  return {
    ...server,
    newEden: driver.newEden,
    owner,
    reviewer,
    group,
    channel,
    feed,
    target,
    param,
    ask,
    act: (who: Who, what: Act) => act(muster, driver.newEden, who, what, id),
    messages: () => discord.messages(channel.id),
    /** The message with the request, and its buttons. */
    async posted(requestId: string) {
      const messages = await discord.messages(channel.id);
      const message = messages.find(({ components }) =>
        components.some((row) =>
          row.components.some(({ custom_id }) => custom_id?.endsWith(requestId)),
        ),
      );
      assert(message !== undefined, "The request was not posted.");
      const press = (verb: "approve" | "reject") => ({
        kind: "button" as const,
        channelId: channel.id,
        messageId: message.id,
        customId: `${verb}:${requestId}`,
      });
      return { message, press };
    },
  };
}
