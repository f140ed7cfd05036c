import { DAY_MS } from "#shared/time.ts";
import { SCIENCE_AND_TRADE_INSTITUTE_ID } from "#test/new-eden/ids.ts";
import { now } from "#test/new-eden/world.ts";
import type { World } from "#test/new-eden/world.ts";
import { notify } from "./notices.ts";
import type { Pilot } from "./pilot.ts";

/** EVE keeps them for a month. */
export type RoleChange = {
  characterId: number;
  issuerId: number;
  at: number;
  before: string[];
  after: string[];
};

/** Changes the roles, and records who did. */
export function setRoles(world: World, pilot: Pilot, roles: string[], issuerId?: number) {
  const { id, corporationId, roles: before } = pilot;
  const ceoId = world.corporations.get(corporationId)?.ceoId;
  const known = world.roleChanges.get(corporationId) ?? [];
  const change = { characterId: id, issuerId: issuerId ?? ceoId ?? id, at: now(world) };
  if (before.join() !== roles.join()) {
    world.roleChanges.set(corporationId, [...known, { ...change, before, after: roles }]);
  }
  pilot.roles = roles;
}

/** Leaves for another corporation. Kicked: EVE does not tell the directors. */
export function moveTo(world: World, pilot: Pilot, corporationId: number, isKicked: boolean) {
  const [latest] = pilot.history;
  const move = { characterId: pilot.id, at: now(world) };
  if (!isKicked) {
    notify(world, { ...move, type: "CharLeftCorpMsg", corporationId: pilot.corporationId });
  }
  notify(world, { ...move, type: "CharAppAcceptMsg", corporationId });
  pilot.corporationId = corporationId;
  pilot.roles = [];
  pilot.titleIds = [];
  pilot.title = undefined;
  pilot.history.unshift({
    recordId: (latest?.recordId ?? pilot.id) + 1,
    corporationId,
    startedDaysAgo: (world.bornAt - now(world)) / DAY_MS,
  });
}

/** Roles hold a kick back: they are taken at once, and the member is kicked a day later. */
export function kick(world: World, pilot: Pilot) {
  if (pilot.roles.length === 0) {
    moveTo(world, pilot, SCIENCE_AND_TRADE_INSTITUTE_ID, true);
    return;
  }
  setRoles(world, pilot, []);
  world.kicks.push({ pilot, from: pilot.corporationId, at: now(world) + DAY_MS });
}

/** The kicks whose day has passed. */
export function finishKicks(world: World) {
  const due = world.kicks.filter(({ at }) => at <= now(world));
  if (due.length === 0) return;
  world.kicks = world.kicks.filter((one) => !due.includes(one));
  for (const { pilot, from } of due) {
    if (pilot.corporationId === from) {
      moveTo(world, pilot, SCIENCE_AND_TRADE_INSTITUTE_ID, true);
    }
  }
}
