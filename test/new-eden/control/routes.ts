import { Hono } from "hono";
import type { Context } from "hono";
import * as z from "zod/mini";
import { forgetAnswers } from "#test/new-eden/esi/cache.ts";
import { DiscordError } from "#test/new-eden/discord/error.ts";
import { addFault, removeFault } from "#test/new-eden/faults.ts";
import type { NewFault } from "#test/new-eden/faults.ts";
import type { AccessList } from "#test/new-eden/people/access-lists.ts";
import { receiverControl } from "#test/new-eden/receiver/routes.ts";
import { changeFleet, formFleet } from "#test/new-eden/people/fleets.ts";
import type { FleetChange } from "#test/new-eden/people/fleets.ts";
import { approve, cancel } from "#test/new-eden/sso/authorize.ts";
import { SsoError } from "#test/new-eden/sso/error.ts";
import { now } from "#test/new-eden/world.ts";
import type { NewEdenApp } from "#test/new-eden/world.ts";
import { advanceClock } from "./clock.ts";
import { setContact } from "./contacts.ts";
import type { NewContact } from "./contacts.ts";
import { corporationControlRoutes } from "./corporations.ts";
import { discordControl } from "./discord.ts";
import { createPilot, findPilot, PILOT_CHANGES, UnknownPilotError } from "./pilots.ts";

/** The switches for tests, as JSON. `test/support/new-eden/new-eden.ts` is the typed client. */
export const controlRoutes = new Hono<NewEdenApp>()
  .route("/corporations", corporationControlRoutes)
  .route("/receiver", receiverControl)
  .post("/contacts", async (c) => {
    const { ownerId, ...contact } = await c.req.json<NewContact>();
    setContact(c.env.world, ownerId, contact);
    return c.body(null, 204);
  })
  .post("/access-lists", async (c) => {
    const list = await c.req.json<AccessList>();
    c.env.world.accessLists.set(list.id, list);
    return c.body(null, 204);
  })
  .post("/fleets", async (c) => {
    const { bossId, ...change } = await c.req.json<FleetChange & { bossId: number }>();
    const { id, members } = formFleet(c.env.world, bossId, change);
    for (const characterId of members.keys()) forgetAnswers(c.env.world, characterId);
    return c.json({ id }, 201);
  })
  .post("/fleets/:id", async (c) => {
    const { world } = c.env;
    const fleet = world.fleets.get(Number(c.req.param("id")));
    if (fleet === undefined) return c.json({ error: "There is no such fleet." }, 404);
    const before = [...fleet.members.keys()];
    changeFleet(world, fleet, await c.req.json<FleetChange>());
    for (const id of new Set([...before, ...fleet.members.keys()])) forgetAnswers(world, id);
    return c.body(null, 204);
  })
  .post("/pilots", async (c) => c.json(createPilot(c.env.world, await c.req.json()), 201))
  .get("/pilots", (c) => c.json([...c.env.world.pilots.values()]))
  .post("/pilots/:id/:change", async (c) => {
    const { world } = c.env;
    const change = PILOT_CHANGES[c.req.param("change")];
    if (change === undefined) return c.json({ error: "There is no such change." }, 404);
    const pilot = findPilot(world, Number(c.req.param("id")));
    const result = await change(world, pilot, await readJson(c));
    return c.json(result ?? pilot);
  })
  .post("/authorize", async (c) => {
    const { authorizationUrl, characterId } = await c.req.json<{
      authorizationUrl: string;
      /** Absent when the player presses Cancel. */
      characterId?: number;
    }>();
    const query = new URL(authorizationUrl).searchParams;
    const { world } = c.env;
    const next =
      characterId === undefined ? cancel(world, query) : approve(world, query, characterId);
    return c.json({
      redirectUrl: next.href,
      code: next.searchParams.get("code"),
      state: next.searchParams.get("state"),
      error: next.searchParams.get("error"),
    });
  })
  .post("/faults", async (c) => c.json(addFault(c.env.world, await c.req.json<NewFault>()), 201))
  .get("/faults", (c) => c.json(c.env.world.faults))
  .delete("/faults", (c) => {
    c.env.world.faults = [];
    return c.body(null, 204);
  })
  .delete("/faults/:id", (c) => {
    removeFault(c.env.world, c.req.param("id"));
    return c.body(null, 204);
  })
  .route("/discord", discordControl)
  .post("/sso", async (c) => c.json(Object.assign(c.env.world.sso, await c.req.json())))
  .post("/clock", async (c) => {
    const { seconds } = await c.req.json<{ seconds: number }>();
    advanceClock(c.env.world, seconds);
    return c.json({ now: new Date(now(c.env.world)).toISOString() });
  })
  .post("/clock/stop", async (c) => {
    const { at } = await c.req.json<{ at: number }>();
    Object.assign(c.env.world, { stoppedAt: at, clockOffsetMs: 0 });
    return c.body(null, 204);
  })
  .get("/requests", (c) =>
    c.json({ requests: c.env.world.requests, violations: c.env.world.violations }),
  )
  .delete("/requests", (c) => {
    c.env.world.requests = [];
    c.env.world.violations = [];
    return c.body(null, 204);
  });

controlRoutes.onError((error, c) => {
  if (error instanceof SsoError || error instanceof DiscordError) return error.toResponse(c);
  return c.json({ error: error.message }, error instanceof UnknownPilotError ? 404 : 400);
});

async function readJson(c: Context): Promise<Record<string, unknown>> {
  const text = await c.req.text();
  return text === "" ? {} : z.parse(z.record(z.string(), z.unknown()), JSON.parse(text));
}
