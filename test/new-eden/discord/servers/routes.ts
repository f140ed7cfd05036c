import { Hono } from "hono";
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { countCall, countGlobal, LIMITS } from "#test/new-eden/discord/limits.ts";
import { bySnowflake } from "#test/new-eden/discord/snowflake.ts";
import type { NewEdenApp } from "#test/new-eden/world.ts";
import { readAuditLog } from "./audit-log.ts";
import { ban, listBans, readBan, unban } from "./bans.ts";
import {
  authorizeBot,
  authorOf,
  getMember,
  readBotCall,
  readId,
  requirePermission,
} from "./bot.ts";
import {
  describeApplication,
  describeAuditLog,
  describeMember,
  describeMyServer,
  describeRole,
  describeServer,
} from "./describe.ts";
import { createEvent, deleteEvent, describeEvent, editEvent } from "./events.ts";
import { changeMember, changeRole, join, listMembers } from "./members.ts";
import { runScheduledEdits } from "./scheduled-edits.ts";
import { removeMember } from "./server.ts";

/** Only for bots, and within the limits of one and of all routes; each server has its own. */
const limited = (limit: (typeof LIMITS)[keyof typeof LIMITS]) =>
  createMiddleware<NewEdenApp>(async (c, next) => {
    const { world } = c.env;
    const { id } = authorizeBot(world, c.req.header("authorization"));
    world.discord.tookMs += world.discord.latencyMs;
    runScheduledEdits(world);
    countGlobal(world, id);
    const headers = countCall(world, limit, `${id} ${c.req.param("guild") ?? ""}`);
    await next();
    for (const [name, value] of Object.entries(headers)) c.header(name, value);
  });

const queryOf = (c: Context<NewEdenApp>) => new URL(c.req.url).searchParams;
const withCounts = (c: Context<NewEdenApp>) => c.req.query("with_counts") === "true";
const MOST_SERVERS = "200";

/** The API routes for bots: their application, their servers, members, roles and bans. */
export const serverRoutes = new Hono<NewEdenApp>()
  .get("/applications/@me", limited(LIMITS.application), (c) => {
    const { world } = c.env;
    return c.json(describeApplication(world, authorizeBot(world, c.req.header("authorization"))));
  })
  .get("/users/@me/guilds", limited(LIMITS.myServers), (c) => {
    const { world } = c.env;
    const { id } = authorizeBot(world, c.req.header("authorization"));
    const after = c.req.query("after") ?? "0";
    const servers = [...world.discord.servers.values()]
      .toSorted((one, other) => bySnowflake(one.id, other.id))
      .flatMap((server) => {
        const bot = server.members.get(id);
        const isListed = bot !== undefined && bySnowflake(server.id, after) > 0;
        return isListed ? [describeMyServer(server, bot, withCounts(c))] : [];
      });
    return c.json(servers.slice(0, Number(c.req.query("limit") ?? MOST_SERVERS)));
  })
  .delete("/users/@me/guilds/:guild", limited(LIMITS.leaveServer), (c) => {
    const { server, bot } = readBotCall(c);
    removeMember(server, bot.userId);
    return c.body(null, 204);
  })
  .get("/guilds/:guild", limited(LIMITS.server), (c) =>
    c.json(describeServer(readBotCall(c).server, withCounts(c))),
  )
  .get("/guilds/:guild/roles", limited(LIMITS.roles), (c) =>
    c.json([...readBotCall(c).server.roles.values()].map(describeRole)),
  )
  .get("/guilds/:guild/members", limited(LIMITS.members), (c) => {
    const call = readBotCall(c);
    const members = listMembers(call, queryOf(c));
    return c.json(members.map((member) => describeMember(call.world, member)));
  })
  .get("/guilds/:guild/members/:user", limited(LIMITS.member), (c) => {
    const call = readBotCall(c);
    return c.json(describeMember(call.world, getMember(call, readId(c, "user"))));
  })
  .patch("/guilds/:guild/members/:user", limited(LIMITS.changeMember), async (c) => {
    const call = readBotCall(c);
    const body: unknown = await c.req.json();
    const member = changeMember(call, authorOf(c, call), readId(c, "user"), body);
    return c.json(describeMember(call.world, member));
  })
  .put("/guilds/:guild/members/:user", limited(LIMITS.addMember), async (c) => {
    const call = readBotCall(c);
    const body: unknown = await c.req.json();
    const member = join(call, authorOf(c, call), readId(c, "user"), body);
    return member === undefined
      ? c.body(null, 204)
      : c.json(describeMember(call.world, member), 201);
  })
  .on(
    ["PUT", "DELETE"],
    "/guilds/:guild/members/:user/roles/:role",
    limited(LIMITS.memberRole),
    (c) => {
      const call = readBotCall(c);
      const isGiven = c.req.method === "PUT";
      const change = { userId: readId(c, "user"), roleId: readId(c, "role"), isGiven };
      changeRole(call, authorOf(c, call), change);
      return c.body(null, 204);
    },
  )
  .get("/guilds/:guild/bans", limited(LIMITS.bans), (c) =>
    c.json(listBans(readBotCall(c), queryOf(c))),
  )
  .get("/guilds/:guild/bans/:user", limited(LIMITS.bans), (c) =>
    c.json(readBan(readBotCall(c), readId(c, "user"))),
  )
  .put("/guilds/:guild/bans/:user", limited(LIMITS.bans), async (c) => {
    const call = readBotCall(c);
    const body: unknown = await c.req.json();
    ban(call, authorOf(c, call), readId(c, "user"), body);
    return c.body(null, 204);
  })
  .delete("/guilds/:guild/bans/:user", limited(LIMITS.bans), (c) => {
    const call = readBotCall(c);
    unban(call, authorOf(c, call), readId(c, "user"));
    return c.body(null, 204);
  })
  .get("/guilds/:guild/scheduled-events", limited(LIMITS.events), (c) => {
    const { server } = readBotCall(c);
    return c.json([...server.events.values()].map((event) => describeEvent(server.id, event)));
  })
  .post("/guilds/:guild/scheduled-events", limited(LIMITS.events), async (c) => {
    const call = readBotCall(c);
    const body: unknown = await c.req.json();
    return c.json(describeEvent(call.server.id, createEvent(call, body)));
  })
  .patch("/guilds/:guild/scheduled-events/:event", limited(LIMITS.events), async (c) => {
    const call = readBotCall(c);
    const body: unknown = await c.req.json();
    return c.json(describeEvent(call.server.id, editEvent(call, readId(c, "event"), body)));
  })
  .delete("/guilds/:guild/scheduled-events/:event", limited(LIMITS.events), (c) => {
    deleteEvent(readBotCall(c), readId(c, "event"));
    return c.body(null, 204);
  })
  .get("/guilds/:guild/audit-logs", limited(LIMITS.auditLog), (c) => {
    const call = readBotCall(c);
    requirePermission(call, "VIEW_AUDIT_LOG");
    return c.json(describeAuditLog(call.world, readAuditLog(call.world, call.server, queryOf(c))));
  });
