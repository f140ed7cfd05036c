import { and, desc, eq, gt } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { openScene } from "#test/support/discord/discord-scene.ts";
import type { Scene } from "#test/support/discord/discord-scene.ts";
import { killedCalls } from "#test/support/workerd/share.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { discordAccounts } from "#worker/db/schema/discord-servers.ts";

afterEach(() => vi.useRealTimers());

/** More calls than an invocation of the free plan makes. */
const MOST_CALLS = 40;
const FEWEST_CALLS = 3;

const isMember = (scene: Scene, pilot: number, group: 0 | 1, isMember: boolean) =>
  scene.take({ kind: "membership", pilot, group, isMember });

/** Two pilots have roles, one gets some, and one has a role by hand. */
async function open(): Promise<Scene> {
  const scene = await openScene();
  await scene.save({ nickname: { template: "{main}", keepsOwnPart: true } });
  await isMember(scene, 0, 0, true);
  await isMember(scene, 1, 0, true);
  await isMember(scene, 1, 1, true);
  await scene.take({ kind: "edit", pilot: 3, role: "Scout", isGiven: true, afterRequests: null });
  await scene.switchOn();
  await scene.settle();
  return scene;
}

/** What there is to do, which an invocation dies of. Each starts with a message in the queue. */
const WORK: Record<string, (scene: Scene) => Promise<unknown>> = {
  async "members of groups change"(scene) {
    await isMember(scene, 0, 0, false);
    await isMember(scene, 0, 1, true);
    await isMember(scene, 1, 0, false);
    await isMember(scene, 1, 1, false);
    await isMember(scene, 2, 0, true);
    await isMember(scene, 2, 1, true);
    await scene.driver.cron("* * * * *");
  },
  async "a check finds what has changed by hand"(scene) {
    await scene.save({ drift: "remove" });
    await scene.take({ kind: "edit", pilot: 2, role: "Pilot", isGiven: true, afterRequests: null });
    await scene.take({
      kind: "edit",
      pilot: 0,
      role: "Medic",
      isGiven: false,
      afterRequests: null,
    });
    await scene.routes.check.$post({ param: scene.param, json: { retries: false } });
  },
  async "pilots unlink"(scene) {
    const { db } = scene.muster.context;
    for (const { discordId } of scene.pilots.slice(0, 2)) {
      await db.delete(discordAccounts).where(eq(discordAccounts.discordId, discordId));
    }
    await scene.driver.cron("* * * * *");
  },
};

/** Who got and lost which roles, by the history of Muster; without the numbers that differ from scene to scene. */
async function events(scene: Scene, after: string) {
  const nameOf = (userId: string | null) =>
    scene.pilots.findIndex((pilot) => pilot.userId === userId);
  const found = await scene.muster.context.db
    .select({ subjectId: auditEvents.subjectId, detail: auditEvents.detail })
    .from(auditEvents)
    .where(
      and(
        eq(auditEvents.kind, "roles_changed"),
        eq(auditEvents.serverId, scene.id),
        gt(auditEvents.id, after),
      ),
    );
  return found
    .map(({ subjectId, detail }) => JSON.stringify([nameOf(subjectId), rolesIn(detail)]))
    .toSorted();
}

const rolesSchema = z.object({
  added: z._default(z.array(z.string()), []),
  removed: z._default(z.array(z.string()), []),
});

function rolesIn(detail: object) {
  const { added, removed } = z.parse(rolesSchema, detail);
  return { added: added.toSorted(), removed: removed.toSorted() };
}

/** The end of the work, after an invocation that died after so many calls. */
async function endOf(work: (scene: Scene) => Promise<unknown>, killedAfter: number | null) {
  const scene = await open();
  const [last] = await scene.muster.context.db
    .select({ id: auditEvents.id })
    .from(auditEvents)
    .where(and(eq(auditEvents.kind, "roles_changed"), eq(auditEvents.serverId, scene.id)))
    .orderBy(desc(auditEvents.id))
    .limit(1);
  await work(scene);
  let isKilled = false;
  if (killedAfter !== null) {
    const message = scene.muster.queue.take();
    if (message?.body.kind !== "discord") throw new Error("Nothing has started the work.");
    isKilled = !(await scene.driver.deliverAndKill(message, killedAfter));
  }
  await scene.driver.advance(120);
  await scene.settle();
  const names = new Map((await scene.read()).roles.map(({ id, name }) => [id, name]));
  const actual = await scene.actual();
  const roles = actual.map(({ roles, nick }) => ({
    roles: roles.map((role) => names.get(role) ?? role).toSorted(),
    hasNick: nick !== null,
  }));
  const remembered = await scene.muster.env.DB.prepare(
    "select count(*) as open from discord_members where attempt is not null or losing is not null",
  ).first();
  const { invalid } = await scene.discord.answers();
  return {
    isKilled,
    end: { roles, events: await events(scene, last?.id ?? ""), remembered },
    invalid,
  };
}

for (const [name, work] of Object.entries(WORK)) {
  test(`${name}: killed after any call and run again, the end is the same`, async () => {
    vi.spyOn(console, "log").mockReturnValue();
    const whole = await endOf(work, null);
    let calls = 0;
    for (calls of killedCalls(FEWEST_CALLS)) {
      expect(calls).toBeLessThan(MOST_CALLS);
      const { isKilled, end, invalid } = await endOf(work, calls);
      expect({ calls, ...end }).toEqual({ calls, ...whole.end });
      expect(invalid).toBe(0);
      if (!isKilled) break;
    }
    expect(calls).toBeGreaterThan(FEWEST_CALLS);
  });
}
