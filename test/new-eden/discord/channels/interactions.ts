import { createPrivateKey, sign } from "node:crypto";
import type { Application } from "#test/new-eden/discord/applications.ts";
import { describeUser, findUser } from "#test/new-eden/discord/people.ts";
import { newSnowflake } from "#test/new-eden/discord/snowflake.ts";
import { describeMember } from "#test/new-eden/discord/servers/describe.ts";
import { now } from "#test/new-eden/world.ts";
import type { World } from "#test/new-eden/world.ts";
import type { Channel } from "./channel.ts";
import { describeMessage } from "./describe.ts";

/** PKCS #8 of an Ed25519 key, before its 32 bytes (RFC 8410). */
const PKCS8 = "302e020100300506032b657004220420";

/** What a user does: a command, a suggestion, a button or a form. */
export type Act =
  | { kind: "ping" }
  | { kind: "command"; name: string; options?: Record<string, string>; targetId?: string }
  | { kind: "autocomplete"; name: string; option: string; text: string }
  | { kind: "button"; channelId: string; messageId: string; customId: string }
  | {
      kind: "form";
      channelId: string;
      messageId: string;
      customId: string;
      values: Record<string, string>;
    };

type Interaction = { id: string; token: string; channelId: string | undefined };
export type SignedRequest = {
  url: string | undefined;
  headers: Record<string, string>;
  body: string;
  interaction: Interaction;
};

/** `locale`: the language of the user's Discord. */
export type Given = {
  userId: string;
  serverId?: string | undefined;
  act: Act;
  locale?: string | undefined;
};

/** The request that Discord sends to the application for what a user does. Its signature is of this moment. */
export function signedInteraction(
  world: World,
  application: Application,
  { userId, serverId, act, locale = "en-US" }: Given,
): SignedRequest {
  const id = newSnowflake(now(world));
  const token = `interaction-token-${id}`;
  const channelId = "channelId" in act ? act.channelId : undefined;
  world.discord.interactions.set(token, {
    userId,
    channelId,
    messageId: "messageId" in act ? act.messageId : undefined,
    replies: [],
  });
  const body = JSON.stringify({
    id,
    application_id: application.id,
    token,
    version: 1,
    locale,
    ...sender(world, userId, serverId),
    ...dataOf(world, act),
  });
  return {
    url: application.interactionsUrl ?? undefined,
    body,
    headers: signatureOf(world, application, body),
    interaction: { id, token, channelId },
  };
}

export function signatureOf(world: World, application: Application, body: string) {
  const timestamp = String(Math.floor(now(world) / 1000));
  const key = createPrivateKey({
    key: Buffer.from(PKCS8 + application.privateKey, "hex"),
    format: "der",
    type: "pkcs8",
  });
  return {
    "content-type": "application/json",
    "x-signature-timestamp": timestamp,
    "x-signature-ed25519": sign(null, Buffer.from(timestamp + body), key).toString("hex"),
  };
}

/** On a server the member, in direct messages the user. */
function sender(world: World, userId: string, serverId: string | undefined) {
  const user = findUser(world, userId);
  if (user === undefined) throw new Error(`New Eden has no Discord user ${userId}.`);
  const member = world.discord.servers.get(serverId ?? "")?.members.get(userId);
  if (serverId === undefined || member === undefined) {
    return { user: describeUser(user), context: 1 };
  }
  return {
    guild_id: serverId,
    member: { ...describeMember(world, member), permissions: "0" },
    context: 0,
  };
}

function dataOf(world: World, act: Act) {
  switch (act.kind) {
    case "ping":
      return { type: 1 };
    case "command": {
      const { name, options = {}, targetId } = act;
      return {
        type: 2,
        data: {
          id: "1",
          name,
          type: targetId === undefined ? 1 : 2,
          ...(targetId !== undefined && { target_id: targetId }),
          options: Object.entries(options).map(([option, value]) => ({
            name: option,
            type: option === "user" ? 6 : 3,
            value,
          })),
        },
      };
    }
    case "autocomplete":
      return {
        type: 4,
        data: {
          id: "1",
          name: act.name,
          type: 1,
          options: [{ name: act.option, type: 3, value: act.text, focused: true }],
        },
      };
    case "button":
      return {
        type: 3,
        channel_id: act.channelId,
        message: messageOf(world, act.channelId, act.messageId),
        data: { custom_id: act.customId, component_type: 2 },
      };
    case "form":
      return {
        type: 5,
        channel_id: act.channelId,
        message: messageOf(world, act.channelId, act.messageId),
        data: {
          custom_id: act.customId,
          components: Object.entries(act.values).map(([custom_id, value]) => ({
            type: 18,
            id: 1,
            component: { type: 4, id: 2, custom_id, value },
          })),
        },
      };
  }
}

function messageOf(world: World, channelId: string, messageId: string) {
  const channel: Channel | undefined = world.discord.channels.get(channelId);
  const message = channel?.messages.find(({ id }) => id === messageId);
  if (channel === undefined || message === undefined) {
    throw new Error(`There is no message ${messageId} in the channel ${channelId}.`);
  }
  return describeMessage(world, channel, message);
}
