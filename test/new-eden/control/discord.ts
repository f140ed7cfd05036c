import { Hono } from "hono";
import { approve, cancel } from "#test/new-eden/discord/authorize.ts";
import { addGrant, revokeAll } from "#test/new-eden/discord/grants.ts";
import { newDiscordUser } from "#test/new-eden/discord/people.ts";
import { localVars } from "#test/new-eden/local-vars.ts";
import type { NewEdenApp } from "#test/new-eden/world.ts";
import { channelControl } from "./discord-channels.ts";
import { discordServerControl } from "./discord-servers.ts";

const MUSTER = localVars(0).DISCORD_CLIENT_ID;

/** The switches for Discord. */
export const discordControl = new Hono<NewEdenApp>()
  .post("/users", async (c) => {
    const user = newDiscordUser(await c.req.json());
    c.env.world.discord.users.set(user.id, user);
    return c.json(user, 201);
  })
  .post("/crowd", async (c) => {
    const { size } = await c.req.json<{ size: number }>();
    const users = Array.from({ length: size }, () => newDiscordUser({}));
    for (const user of users) c.env.world.discord.users.set(user.id, user);
    return c.json(users, 201);
  })
  .patch("/users/:id", async (c) => {
    const user = c.env.world.discord.users.get(c.req.param("id"));
    if (user === undefined) return c.json({ error: "There is no Discord user with this id." }, 404);
    return c.json(Object.assign(user, await c.req.json()));
  })
  /** The account is deleted: it leaves its servers, and its grants end. */
  .delete("/users/:id", (c) => {
    const { world } = c.env;
    const id = c.req.param("id");
    for (const { members } of world.discord.servers.values()) members.delete(id);
    revokeAll(world, id);
    world.discord.users.delete(id);
    return c.body(null, 204);
  })
  .post("/users/:id/revoke", (c) => {
    revokeAll(c.env.world, c.req.param("id"));
    return c.body(null, 204);
  })
  .post("/users/:id/grant", async (c) => {
    const { clientId = MUSTER, scopes = ["identify", "email", "guilds.join"] } = await c.req.json<{
      clientId?: string;
      scopes?: string[];
    }>();
    return c.json(addGrant(c.env.world, { userId: c.req.param("id"), clientId, scopes }));
  })
  .post("/authorize", async (c) => {
    const { authorizationUrl, userId } = await c.req.json<{
      authorizationUrl: string;
      /** Absent when the player presses Cancel. */
      userId?: string;
    }>();
    const query = new URL(authorizationUrl).searchParams;
    const { world } = c.env;
    const next = userId === undefined ? cancel(world, query) : approve(world, query, userId);
    return c.json({ redirectUrl: next.href });
  })
  .patch("/applications/:id", async (c) => {
    const application = c.env.world.discord.applications.get(c.req.param("id"));
    if (application === undefined) return c.json({ error: "There is no such application." }, 404);
    return c.json(Object.assign(application, await c.req.json()));
  })
  .route("/servers", discordServerControl)
  .route("/", channelControl)
  .post("/latency", async (c) => {
    const { ms } = await c.req.json<{ ms: number }>();
    c.env.world.discord.latencyMs = ms;
    return c.body(null, 204);
  })
  .get("/latency", (c) => c.json({ tookMs: c.env.world.discord.tookMs }))
  .get("/answers", (c) => {
    const { answers, invalid } = c.env.world.discord.tally;
    return c.json({ answers: Object.fromEntries(answers), invalid: invalid.length });
  })
  .delete("/answers", (c) => {
    c.env.world.discord.tally = { answers: new Map(), invalid: [] };
    return c.body(null, 204);
  })
  .get("/grants", (c) => c.json([...c.env.world.discord.grants.values()]));
