import { Hono } from "hono";
import { revokeAll } from "#test/new-eden/discord/grants.ts";
import { changeRole, expel, toggleRole } from "#test/new-eden/discord/servers/by-hand.ts";
import { deleteRole } from "#test/new-eden/discord/servers/server.ts";
import { addFault, isFaultKind, isService } from "#test/new-eden/faults.ts";
import type { NewEdenApp } from "#test/new-eden/world.ts";
import { CRONS } from "#worker/jobs/crons.ts";
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
    if (typeof cron !== "string" || !(cron in CRONS)) return c.notFound();
    await c.env.world.runCron?.(cron);
    return c.redirect(c.env.world.base, 303);
  })
  .post("/rotation", (c) => {
    const { sso, base } = c.env.world;
    sso.rotatesRefreshTokens = !sso.rotatesRefreshTokens;
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
    world.faults = id === null ? [] : world.faults.filter((fault) => fault.id !== id);
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
