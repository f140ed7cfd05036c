import { afterEach, expect, test, vi } from "vitest";
import * as fc from "fast-check";
import {
  FOREIGN,
  MAPPED,
  openScene,
  PILOTS,
  ROLE_NAMES,
} from "#test/support/discord/discord-scene.ts";
import type { Scene, Step } from "#test/support/discord/discord-scene.ts";
import { localVars } from "#test/new-eden/local-vars.ts";
import { share } from "#test/support/workerd/share.ts";

const RUNS = share(10, 4);
const BOT_ID = localVars(0).DISCORD_CLIENT_ID;

afterEach(() => vi.useRealTimers());

const pilot = fc.integer({ min: 0, max: PILOTS - 1 });
const aRole = fc.constantFrom(...ROLE_NAMES);
const kind = <Kind extends string>(name: Kind) => fc.constant(name);
const edit = fc.record({
  kind: kind("edit"),
  pilot,
  role: aRole,
  isGiven: fc.boolean(),
  afterRequests: fc.option(fc.integer({ min: 0, max: 8 })),
});
const membership = fc.record({
  kind: kind("membership"),
  pilot,
  group: fc.constantFrom<0 | 1>(0, 1),
  isMember: fc.boolean(),
});
const move = fc.record({ kind: kind("move"), role: aRole, isAbove: fc.boolean() });
const rule = fc.constantFrom("list" as const, "remove" as const, "keep" as const);
const drift = fc.record({ kind: kind("drift"), rule });
const work = fc.record({
  kind: kind("work"),
  isCheck: fc.boolean(),
  killedAfter: fc.option(fc.integer({ min: 1, max: 20 })),
});
const steps = (maxLength: number): fc.Arbitrary<Step[]> =>
  fc.array(
    fc.oneof(
      { arbitrary: edit, weight: 4 },
      { arbitrary: membership, weight: 4 },
      { arbitrary: work, weight: 3 },
      { arbitrary: move, weight: 1 },
      { arbitrary: drift, weight: 1 },
    ),
    { maxLength, size: "max" },
  );

/** The reason of a change with which Muster undoes what its replacement of all roles has overwritten. */
const isTakenBack = (reason: string | undefined) => reason?.endsWith(": taken back") === true;

/** The changes of roles in Discord's audit log, oldest first. What Muster takes back counts as the change of the person. */
async function roleChanges({ discord, id }: Scene) {
  const { auditLog } = await discord.servers.read(id);
  return auditLog.toReversed().flatMap(({ actorId, targetId, changes, reason }) =>
    changes.flatMap((change) =>
      change.key === "nick"
        ? []
        : change.new_value.map((role) => ({
            isMuster: actorId === BOT_ID && !isTakenBack(reason),
            discordId: targetId,
            roleId: role.id,
            isGiven: change.key === "$add",
          })),
    ),
  );
}

/**
 * Discord's audit log says whose every change was. Muster's are all of mapped roles, except that the replacement of all roles
 * overwrites what a person has changed just before.
 */
async function expectForeignRolesUntouched(scene: Scene) {
  const changes = await roleChanges(scene);
  const foreign = new Set(FOREIGN.map((name) => scene.roleId(name)));
  const touched = changes.filter((one, index) => {
    if (!one.isMuster || !foreign.has(one.roleId)) return false;
    const before = changes
      .slice(0, index)
      .findLast(({ discordId, roleId }) => discordId === one.discordId && roleId === one.roleId);
    return before === undefined || before.isMuster || before.isGiven === one.isGiven;
  });
  expect(touched).toEqual([]);
}

/** In the end, foreign roles are as people made them. */
async function expectForeignRolesOfPeople(scene: Scene) {
  const byHand = (await roleChanges(scene)).filter(({ isMuster }) => !isMuster);
  const actual = await scene.actual();
  for (const [number, { discordId }] of scene.pilots.entries()) {
    for (const roleId of FOREIGN.map((name) => scene.roleId(name))) {
      const last = byHand.findLast((one) => one.discordId === discordId && one.roleId === roleId);
      expect(actual[number]?.roles.includes(roleId) ?? false).toBe(last?.isGiven ?? false);
    }
  }
}

/** Mapped roles are those of the groups, except where the last change was by hand. */
async function expectRolesOfGroups(scene: Scene) {
  const changes = await roleChanges(scene);
  const { settings } = await scene.read();
  const memberships = await scene.memberships();
  const actual = await scene.actual();
  const wrong = scene.pilots.flatMap(({ discordId }, number) =>
    Object.entries(MAPPED).flatMap(([name, group]) => {
      const roleId = scene.roleId(name);
      const has = actual[number]?.roles.includes(roleId) ?? false;
      const wants = memberships[number]?.[group] ?? false;
      const last = changes.findLast((one) => one.discordId === discordId && one.roleId === roleId);
      const isByHand = last !== undefined && !last.isMuster && last.isGiven === has;
      const isAllowed = isByHand && (wants || settings.drift !== "remove");
      return has === wants || isAllowed ? [] : [{ number, name, has, wants, last }];
    }),
  );
  expect(wrong).toEqual([]);
}

/** The Overview counts what the page of the server lists, before and after a person has decided about a part of it. */
async function expectDriftCounted(scene: Scene) {
  const { param } = scene;
  const listed = async () => (await (await scene.routes.drift.$get({ param })).json()).items;
  const counted = async () => {
    const { servers } = await (await scene.admin.api.admin.overview.$get()).json();
    return servers.find(({ serverId }) => serverId === scene.id)?.drifted;
  };
  const items = await listed();
  expect(await counted()).toBe(items.length);
  for (const decision of ["accept", "enforce"] as const) {
    const [first] = await listed();
    if (first === undefined) return;
    const { discordId, roleId } = first;
    const json = { decision, items: [{ discordId, roleId }] };
    expect((await scene.routes.drift.$post({ param, json })).status).toBe(200);
    expect(await counted()).toBe((await listed()).length);
  }
}

test(`roles outside the mapping are never touched, whatever people do meanwhile (${RUNS} histories)`, async () => {
  vi.spyOn(console, "log").mockReturnValue();
  await fc.assert(
    fc.asyncProperty(rule, steps(16), async (drift, history) => {
      const scene = await openScene();
      await scene.take({ kind: "drift", rule: drift });
      await scene.switchOn();
      for (const step of history) {
        await scene.take(step);
        await expectForeignRolesUntouched(scene);
      }
      for (const name of ROLE_NAMES) await scene.take({ kind: "move", role: name, isAbove: false });
      await scene.settle();
      await expectForeignRolesUntouched(scene);
      await expectForeignRolesOfPeople(scene);
      await expectRolesOfGroups(scene);
      const { settings } = await scene.read();
      const preview = await scene.routes.preview.$post({ param: scene.param, json: settings });
      const left = (await preview.json()).people.filter(
        ({ add, remove }) => add.length + remove.length > 0,
      );
      expect(left).toEqual([]);
      await expectDriftCounted(scene);
    }),
    { numRuns: RUNS },
  );
});

test(`the preview is what switching on does (${RUNS} histories)`, async () => {
  vi.spyOn(console, "log").mockReturnValue();
  const groupsOf = fc.array(fc.constantFrom<0 | 1>(0, 1), { maxLength: 2 });
  const given = fc.record({
    before: steps(8),
    after: steps(8),
    /** The groups of each role in the new mapping; null: the role is not in it. */
    mapping: fc.array(fc.option(groupsOf), { minLength: 6, maxLength: 6 }),
    rule,
    hasNicknames: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(given, async ({ before, after, mapping, rule, hasNicknames }) => {
      const scene = await openScene();
      await scene.switchOn();
      for (const step of before) await scene.take(step);
      for (const name of ROLE_NAMES) await scene.take({ kind: "move", role: name, isAbove: false });
      await scene.settle();
      expect((await scene.set(false)).status).toBe(200);
      for (const step of after) if (step.kind !== "move") await scene.take(step);
      const roles = ROLE_NAMES.flatMap((name, index) => {
        const groups = mapping[index];
        const groupIds = [...new Set(groups)].map((group) => scene.groups[group] ?? "");
        return groups == null ? [] : [{ roleId: scene.roleId(name), groupIds }];
      });
      const nickname = hasNicknames ? { template: "{main} {group}", keepsOwnPart: true } : null;
      expect((await scene.save({ roles, drift: rule, nickname })).status).toBe(200);
      await scene.settle();

      const { settings } = await scene.read();
      const preview = await scene.routes.preview.$post({ param: scene.param, json: settings });
      const { people, isHeld } = await preview.json();
      expect(isHeld).toBe(false);
      const then = await scene.actual();
      expect((await scene.set(true)).status).toBe(200);
      await scene.settle();
      const now = await scene.actual();
      const expected = scene.pilots.map(({ discordId }, number) => {
        const said = people.find((one) => one.discordId === discordId);
        const had = then[number];
        const kept = had?.roles.filter((role) => !said?.remove.includes(role)) ?? [];
        return {
          roles: [...kept, ...(said?.add ?? [])].toSorted(),
          nick: said?.nickname ?? had?.nick ?? null,
        };
      });
      expect(now).toEqual(expected);
    }),
    { numRuns: RUNS },
  );
});
