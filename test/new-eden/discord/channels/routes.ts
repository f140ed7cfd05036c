import { Hono } from "hono";
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import * as z from "zod/mini";
import { apiError, invalidBody } from "#test/new-eden/discord/error.ts";
import type { Command } from "#test/new-eden/discord/applications.ts";
import { countCall, countGlobal, LIMITS } from "#test/new-eden/discord/limits.ts";
import { findUser } from "#test/new-eden/discord/people.ts";
import { authorizeBot } from "#test/new-eden/discord/servers/bot.ts";
import { describeApplication } from "#test/new-eden/discord/servers/describe.ts";
import { bySnowflake, newSnowflake } from "#test/new-eden/discord/snowflake.ts";
import { now } from "#test/new-eden/world.ts";
import type { NewEdenApp } from "#test/new-eden/world.ts";
import { openDirect } from "./channel.ts";
import type { Webhook } from "./channel.ts";
import {
  describeChannel,
  describeCommand,
  describeDirect,
  describeMessage,
  describeWebhook,
} from "./describe.ts";
import {
  createMessage,
  editMessage,
  getWritable,
  listMessages,
  readBody,
  readMessage,
} from "./messages.ts";
import { probe } from "./probe.ts";
import {
  deleteOriginal,
  followUp,
  getInteraction,
  getOriginal,
  updateOriginal,
} from "./replies.ts";

type Limit = (typeof LIMITS)[keyof typeof LIMITS];

/** Within the limits of a route: each channel and each webhook has its own. */
const limited = (limit: Limit, isBot: boolean) =>
  createMiddleware<NewEdenApp>(async (c, next) => {
    const { world } = c.env;
    const place = c.req.param("channel") ?? c.req.param("webhook") ?? c.req.param("guild") ?? "";
    const payer = isBot ? authorizeBot(world, c.req.header("authorization")).id : "";
    if (isBot) countGlobal(world, payer);
    world.discord.tookMs += world.discord.latencyMs;
    const headers = countCall(world, limit, `${payer} ${place}`);
    await next();
    for (const [name, value] of Object.entries(headers)) c.header(name, value);
  });

const botOf = (c: Context<NewEdenApp>) => authorizeBot(c.env.world, c.req.header("authorization"));

function readWebhook(c: Context<NewEdenApp>): Webhook {
  const webhook = c.env.world.discord.webhooks.get(c.req.param("webhook") ?? "");
  if (webhook === undefined || webhook.token !== c.req.param("token")) throw apiError(10_015);
  return webhook;
}

/** The webhook of an application: its id is the application's, and its token the interaction's. */
function interactionOf(c: Context<NewEdenApp>) {
  const { applications } = c.env.world.discord;
  if (!applications.has(c.req.param("webhook") ?? "")) throw apiError(10_015);
  return getInteraction(c.env.world, c.req.param("token") ?? "");
}

function channelOf(c: Context<NewEdenApp>, { channelId }: Webhook) {
  const channel = c.env.world.discord.channels.get(channelId);
  if (channel === undefined) throw apiError(10_015);
  return channel;
}

const commandSchema = z.object({
  type: z._default(z.int(), 1),
  name: z.string().check(z.minLength(1), z.maxLength(32)),
  description: z._default(z.string().check(z.maxLength(100)), ""),
  options: z._default(z.array(z.looseObject({ name: z.string() })), []),
});
const applicationSchema = z.object({
  interactions_endpoint_url: z.nullish(z.string()),
  event_webhooks_url: z.nullish(z.string()),
});

/** The API routes for bots and webhooks that write: channels, direct messages, webhooks, commands. */
export const channelRoutes = new Hono<NewEdenApp>()
  .get("/guilds/:guild/channels", limited(LIMITS.channels, true), (c) => {
    const { world } = c.env;
    const server = world.discord.servers.get(c.req.param("guild"));
    if (server === undefined) throw apiError(10_004);
    if (!server.members.has(botOf(c).id)) throw apiError(50_001);
    const channels = [...world.discord.channels.values()]
      .filter(({ serverId }) => serverId === server.id)
      .toSorted((one, other) => bySnowflake(one.id, other.id));
    return c.json(channels.map(describeChannel));
  })
  .get("/channels/:channel/messages", limited(LIMITS.readMessages, true), (c) => {
    const { world } = c.env;
    const query = new URL(c.req.url).searchParams;
    const { channel, messages } = listMessages(world, botOf(c), c.req.param("channel"), query);
    return c.json(messages.map((message) => describeMessage(world, channel, message)));
  })
  .get("/channels/:channel/messages/:message", limited(LIMITS.readMessages, true), (c) => {
    const { world } = c.env;
    const { channel: channelId, message: messageId } = c.req.param();
    const { channel, message } = readMessage(world, botOf(c), channelId, messageId);
    return c.json(describeMessage(world, channel, message));
  })
  .post("/channels/:channel/messages", limited(LIMITS.messages, true), async (c) => {
    const { world } = c.env;
    const application = botOf(c);
    const body = readBody(await c.req.json());
    const channel = getWritable(world, application, c.req.param("channel"));
    const message = createMessage(world, channel, application, body);
    return c.json(describeMessage(world, channel, message));
  })
  .patch("/channels/:channel/messages/:message", limited(LIMITS.edits, true), async (c) => {
    const { world } = c.env;
    const application = botOf(c);
    const body = readBody(await c.req.json());
    const channel = getWritable(world, application, c.req.param("channel"));
    const message = editMessage(world, channel, application, c.req.param("message"), body);
    return c.json(describeMessage(world, channel, message));
  })
  .post("/users/@me/channels", limited(LIMITS.openDirect, true), async (c) => {
    const { world } = c.env;
    const application = botOf(c);
    const { recipient_id } = z.parse(z.object({ recipient_id: z.string() }), await c.req.json());
    if (findUser(world, recipient_id) === undefined) throw apiError(10_013);
    return c.json(describeDirect(world, openDirect(world, application.id, recipient_id)));
  })
  .patch("/applications/@me", limited(LIMITS.application, true), async (c) => {
    const { world } = c.env;
    const application = botOf(c);
    const change = applicationSchema.parse(await c.req.json());
    const { interactions_endpoint_url: interactions, event_webhooks_url: events } = change;
    for (const [field, url] of Object.entries(change)) {
      if (url != null && !(await probe(world, application, field, url))) {
        throw invalidBody(
          field,
          "APPLICATION_INTERACTIONS_ENDPOINT_INVALID",
          "The specified interactions endpoint url could not be verified.",
        );
      }
    }
    if (interactions !== undefined) application.interactionsUrl = interactions;
    if (events !== undefined) application.eventsUrl = events;
    return c.json(describeApplication(world, application));
  })
  .get("/applications/:application/guilds/:guild/commands", limited(LIMITS.commands, true), (c) => {
    const [application, serverId] = [botOf(c), c.req.param("guild")];
    const commands = application.commands.get(serverId) ?? [];
    return c.json(commands.map((command) => describeCommand(application, serverId, command)));
  })
  .put(
    "/applications/:application/guilds/:guild/commands",
    limited(LIMITS.commands, true),
    async (c) => {
      const { world } = c.env;
      const [application, serverId] = [botOf(c), c.req.param("guild")];
      const server = world.discord.servers.get(serverId);
      if (server === undefined || !server.members.has(application.id)) throw apiError(50_001);
      const commands = z
        .parse(z.array(commandSchema), await c.req.json())
        .map((command): Command => ({ id: newSnowflake(now(world)), ...command }));
      application.commands.set(serverId, commands);
      return c.json(commands.map((command) => describeCommand(application, serverId, command)));
    },
  )
  .get("/webhooks/:webhook/:token/messages/@original", limited(LIMITS.webhook, false), (c) => {
    const { world } = c.env;
    const { channel, message } = getOriginal(world, interactionOf(c));
    return c.json(describeMessage(world, channel, message));
  })
  .delete("/webhooks/:webhook/:token/messages/@original", limited(LIMITS.webhook, false), (c) => {
    deleteOriginal(c.env.world, interactionOf(c));
    return c.body(null, 204);
  })
  .get("/webhooks/:webhook/:token", limited(LIMITS.webhook, false), (c) =>
    c.json(describeWebhook(c.env.world, readWebhook(c))),
  )
  .post("/webhooks/:webhook/:token", limited(LIMITS.webhook, false), async (c) => {
    const { world } = c.env;
    const body = readBody(await c.req.json());
    const application = world.discord.applications.get(c.req.param("webhook"));
    if (application !== undefined) {
      // A message after the first answer to an interaction.
      const interaction = getInteraction(world, c.req.param("token"));
      const { channel, message } = followUp(world, application.id, interaction, body);
      return c.json(describeMessage(world, channel, message));
    }
    const webhook = readWebhook(c);
    const channel = channelOf(c, webhook);
    const message = createMessage(world, channel, { id: webhook.id, webhook }, body);
    if (c.req.query("wait") !== "true") return c.body(null, 204);
    return c.json(describeMessage(world, channel, message));
  })
  .patch(
    "/webhooks/:webhook/:token/messages/:message",
    limited(LIMITS.webhook, false),
    async (c) => {
      const { world } = c.env;
      const body = readBody(await c.req.json());
      const application = world.discord.applications.get(c.req.param("webhook"));
      if (application !== undefined) {
        const interaction = getInteraction(world, c.req.param("token"));
        const { channel, message } = updateOriginal(world, application.id, interaction, body);
        return c.json(describeMessage(world, channel, message));
      }
      const webhook = readWebhook(c);
      const channel = channelOf(c, webhook);
      const message = editMessage(world, channel, webhook, c.req.param("message"), body);
      return c.json(describeMessage(world, channel, message));
    },
  );
