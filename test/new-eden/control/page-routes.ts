import { Hono } from "hono";
import { actOnPage } from "#test/new-eden/discord/channels/act.ts";
import type { Act } from "#test/new-eden/discord/channels/interactions.ts";
import { addressOf } from "#test/new-eden/discord/channels/page.ts";
import { revokeAll } from "#test/new-eden/discord/grants.ts";
import { changeRole, expel, toggleRole } from "#test/new-eden/discord/servers/by-hand.ts";
import { deleteRole } from "#test/new-eden/discord/servers/server.ts";
import { addFault, isFaultKind, isService, removeFault } from "#test/new-eden/faults.ts";
import { localVars } from "#test/new-eden/local-vars.ts";
import { shout, SHOUTS } from "#test/new-eden/people/alarms.ts";
import type { NewEdenApp } from "#test/new-eden/world.ts";
import { EVERY_MINUTE, SCHEDULES } from "#worker/work/crons.ts";
import { advanceClock } from "./clock.ts";
import { findPilot, PILOT_CHANGES } from "./pilots.ts";

/** The actions of the control page's forms. Each redirects back to the page. */
export const controlPageRoutes = new Hono<NewEdenApp>()
  .post("/clock", async (c) => {
    advanceClock(c.env.world, Number((await c.req.formData()).get("seconds")));
    return c.redirect(c.env.world.base, 303);
  })
  .post("/cron", async (c) => {
    const cron = (await c.req.formData()).get("cron");
    if (typeof cron !== "string" || !(cron in SCHEDULES || cron === EVERY_MINUTE))
      return c.notFound();
    await c.env.world.runCron?.(cron);
    return c.redirect(c.env.world.base, 303);
  })
  .post("/shout", async (c) => {
    const form = await c.req.formData();
    const [corporation, kind] = [form.get("corporation"), form.get("kind")];
    if (typeof kind !== "string" || !Object.values(SHOUTS).includes(kind)) return c.notFound();
    shout(c.env.world, Number(corporation), { kind });
    return c.redirect(c.env.world.base, 303);
  })
  .post("/rotation", (c) => {
    const { sso, base } = c.env.world;
    sso.rotatesRefreshTokens = !sso.rotatesRefreshTokens;
    return c.redirect(base, 303);
  })
  .post("/earlier-grants", (c) => {
    const { sso, base } = c.env.world;
    sso.endsEarlierGrants = !sso.endsEarlierGrants;
    return c.redirect(base, 303);
  })
  .post("/break", async (c) => {
    const form = await c.req.formData();
    const [service, kind, times] = [form.get("service"), form.get("kind"), form.get("times")];
    if (!isService(service) || !isFaultKind(kind)) return c.notFound();
    addFault(c.env.world, {
      service,
      kind,
      ...(times !== null && { times: Number(times) }),
    });
    return c.redirect(c.env.world.base, 303);
  })
  .post("/mend", async (c) => {
    const id = (await c.req.formData()).get("id");
    const { world } = c.env;
    if (typeof id === "string") removeFault(world, id);
    else world.faults = [];
    return c.redirect(world.base, 303);
  })
  .post("/discord/revoke", async (c) => {
    const id = (await c.req.formData()).get("id");
    if (typeof id === "string") revokeAll(c.env.world, id);
    return c.redirect(c.env.world.base, 303);
  })
  .post("/discord/servers/:id/:change", async (c) => {
    const { world } = c.env;
    const server = world.discord.servers.get(c.req.param("id"));
    const form = await c.req.formData();
    const [user, roleId] = [form.get("user"), form.get("role")];
    if (server === undefined) return c.notFound();
    const member = typeof user === "string" ? server.members.get(user) : undefined;
    const role = typeof roleId === "string" ? server.roles.get(roleId) : undefined;
    const change = c.req.param("change");
    if (member !== undefined && change === "kick") expel(world, server, member, "kick");
    if (role !== undefined && change === "up")
      changeRole(server, role, { position: role.position + 1 });
    if (role !== undefined && change === "down")
      changeRole(server, role, { position: role.position - 1 });
    if (role !== undefined && change === "delete") deleteRole(server, role.id);
    if (member !== undefined && role !== undefined && change === "role") {
      toggleRole(world, server, member, role.id);
    }
    return c.redirect(`${world.base}/discord/channels/${server.id}`, 303);
  })
  .post("/discord/channels/:channel", async (c) => {
    const { world } = c.env;
    const channel = world.discord.channels.get(c.req.param("channel"));
    const bot = world.discord.applications.get(localVars(0).DISCORD_CLIENT_ID);
    if (channel === undefined || bot === undefined) return c.notFound();
    const entries = [...(await c.req.formData()).entries()];
    const fields = Object.fromEntries(
      entries.map(([name, value]) => [name, typeof value === "string" ? value : ""]),
    );
    const { userId = "" } = fields;
    const who = { userId, serverId: channel.serverId };
    const token = await actOnPage(world, bot, who, actOf(channel.id, fields));
    const query = new URLSearchParams({ as: userId, token });
    return c.redirect(`${addressOf(world, channel)}?${query.toString()}`, 303);
  })
  .post("/pilots/:id/:change", async (c) => {
    const { world } = c.env;
    const change = PILOT_CHANGES[c.req.param("change")];
    if (change === undefined) return c.notFound();
    const form = Object.fromEntries((await c.req.formData()).entries());
    const { role } = form;
    await change(world, findPilot(world, Number(c.req.param("id"))), {
      ...form,
      roles: role === undefined ? [] : [role],
    });
    return c.redirect(world.base, 303);
  });

/** What a form of a channel's page stands for. */
function actOf(channelId: string, fields: Record<string, string>): Act {
  const { kind, customId = "", messageId = "", name = "", option = "" } = fields;
  switch (kind) {
    case "button":
      return { kind, channelId, messageId, customId };
    case "form": {
      const values = Object.entries(fields).flatMap(([key, value]) =>
        key.startsWith("field:") ? [[key.slice("field:".length), value]] : [],
      );
      return { kind, channelId, messageId, customId, values: Object.fromEntries(values) };
    }
    default: {
      const key = name === "whois" ? "pilot" : "group";
      return { kind: "command", name, options: option === "" ? {} : { [key]: option } };
    }
  }
}
