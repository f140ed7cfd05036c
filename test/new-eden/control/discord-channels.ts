import { Hono } from "hono";
import type { Context } from "hono";
import { createChannel } from "#test/new-eden/discord/channels/channel.ts";
import type { NewChannel } from "#test/new-eden/discord/channels/channel.ts";
import { signatureOf, signedInteraction } from "#test/new-eden/discord/channels/interactions.ts";
import type { Given } from "#test/new-eden/discord/channels/interactions.ts";
import { readBody } from "#test/new-eden/discord/channels/messages.ts";
import { applyResponse } from "#test/new-eden/discord/channels/replies.ts";
import { describeUser, findUser } from "#test/new-eden/discord/people.ts";
import { newSnowflake } from "#test/new-eden/discord/snowflake.ts";
import { localVars } from "#test/new-eden/local-vars.ts";
import { now } from "#test/new-eden/world.ts";
import type { NewEdenApp, World } from "#test/new-eden/world.ts";

const MUSTER = localVars(0).DISCORD_CLIENT_ID;

function muster({ discord }: World) {
  const application = discord.applications.get(MUSTER);
  if (application === undefined) throw new Error("New Eden has no application for Muster.");
  return application;
}

function find(c: Context<NewEdenApp>) {
  const channel = c.env.world.discord.channels.get(c.req.param("channel") ?? "");
  if (channel === undefined) throw new Error(`No channel has the id ${c.req.param("channel")}.`);
  return channel;
}

/** Channels, direct messages and webhooks, and what users do there. */
export const channelControl = new Hono<NewEdenApp>()
  .get("/servers/:id/channels", (c) =>
    c.json(
      [...c.env.world.discord.channels.values()].filter(
        ({ serverId }) => serverId === c.req.param("id"),
      ),
    ),
  )
  .post("/servers/:id/channels", async (c) =>
    c.json(createChannel(c.env.world, c.req.param("id"), await c.req.json<NewChannel>()), 201),
  )
  .get("/servers/:id/commands", (c) =>
    c.json(muster(c.env.world).commands.get(c.req.param("id")) ?? []),
  )
  .patch("/channels/:channel", async (c) =>
    c.json(Object.assign(find(c), await c.req.json<NewChannel>())),
  )
  .delete("/channels/:channel", (c) => {
    c.env.world.discord.channels.delete(find(c).id);
    return c.body(null, 204);
  })
  .get("/channels/:channel/messages", (c) => c.json(find(c).messages))
  .post("/channels/:channel/webhooks", (c) => {
    const { world } = c.env;
    const channel = find(c);
    const id = newSnowflake(now(world));
    const token = `webhook-token-${"x".repeat(40)}-${id}`;
    const webhook = { id, token, channelId: channel.id, name: "Muster posts" };
    world.discord.webhooks.set(id, webhook);
    return c.json({ ...webhook, address: `https://discord.com/api/webhooks/${id}/${token}` }, 201);
  })
  .delete("/webhooks/:id", (c) => {
    c.env.world.discord.webhooks.delete(c.req.param("id"));
    return c.body(null, 204);
  })
  .get("/users/:id/messages", (c) =>
    c.json(
      [...c.env.world.discord.channels.values()]
        .filter(({ recipientId }) => recipientId === c.req.param("id"))
        .flatMap(({ messages }) => messages),
    ),
  )
  .post("/users/:id/close", async (c) => {
    const { isClosed } = await c.req.json<{ isClosed: boolean }>();
    const { closed } = c.env.world.discord;
    if (isClosed) closed.add(c.req.param("id"));
    else closed.delete(c.req.param("id"));
    return c.body(null, 204);
  })
  .post("/interactions", async (c) => {
    const input = await c.req.json<Given>();
    return c.json(signedInteraction(c.env.world, muster(c.env.world), input));
  })
  .post("/interactions/:token", async (c) =>
    c.json(applyResponse(c.env.world, MUSTER, c.req.param("token"), await c.req.json(), readBody)),
  )
  .get("/interactions/:token", (c) =>
    c.json(c.env.world.discord.interactions.get(c.req.param("token"))?.replies ?? []),
  )
  // Any body with Discord's signature.
  .post("/signed", async (c) => {
    const { body } = await c.req.json<{ body: string }>();
    const { world } = c.env;
    return c.json({ body, headers: signatureOf(world, muster(world), body) });
  })
  .post("/events", async (c) => {
    const { world } = c.env;
    const { userId, type, timestamp } = await c.req.json<{
      userId: string;
      type: string;
      timestamp?: string;
    }>();
    const user = findUser(world, userId);
    const body = JSON.stringify({
      version: 1,
      application_id: MUSTER,
      type: 1,
      event: {
        type,
        timestamp: timestamp ?? new Date(now(world)).toISOString(),
        data: { user: user && describeUser(user) },
      },
    });
    const { eventsUrl } = muster(world);
    return c.json({ url: eventsUrl, body, headers: signatureOf(world, muster(world), body) });
  });
