import { now } from "#test/new-eden/world.ts";
import type { World } from "#test/new-eden/world.ts";

type FleetMember = { joinedAt: number; shipTypeId: number };
/** The boss comes first; a character is in one fleet. */
export type Fleet = { id: number; bossId: number; members: Map<number, FleetMember> };

/** What happens to a fleet, in this order. */
export type FleetChange = {
  join?: number[];
  leave?: number[];
  /** The boss passes the fleet on. */
  bossId?: number;
  /** Ships by character. */
  ships?: Record<number, number>;
};

const MOST_IN_FLEET = 256;
const CAPSULE = 670;
export const FIRST_FLEET_ID = 1_014_700_000_001;

/** A new fleet. Who joins it leaves the fleet before: so a fleet splits. */
export function formFleet(world: World, bossId: number, change: FleetChange = {}): Fleet {
  const id = FIRST_FLEET_ID + world.fleetsFormed;
  world.fleetsFormed += 1;
  const fleet: Fleet = { id, bossId, members: new Map() };
  world.fleets.set(id, fleet);
  changeFleet(world, fleet, { ...change, join: [bossId, ...(change.join ?? [])] });
  return fleet;
}

export function changeFleet(world: World, fleet: Fleet, change: FleetChange) {
  for (const characterId of change.join ?? []) {
    const before = fleetOf(world, characterId);
    if (before === fleet) continue;
    if (before !== undefined) leave(world, before, characterId);
    if (fleet.members.size >= MOST_IN_FLEET) throw new Error("The fleet is full.");
    fleet.members.set(characterId, { joinedAt: now(world), shipTypeId: CAPSULE });
  }
  for (const characterId of change.leave ?? []) leave(world, fleet, characterId);
  if (change.bossId !== undefined) {
    if (!fleet.members.has(change.bossId)) throw new Error("The boss must be in the fleet.");
    fleet.bossId = change.bossId;
  }
  for (const [characterId, shipTypeId] of Object.entries(change.ships ?? {})) {
    const member = fleet.members.get(Number(characterId));
    if (member !== undefined) member.shipTypeId = shipTypeId;
  }
}

/** Leaves, or logs off. A boss who does passes the fleet to the next member; without members it is gone. */
function leave(world: World, fleet: Fleet, characterId: number) {
  fleet.members.delete(characterId);
  const [next] = fleet.members.keys();
  if (next === undefined) world.fleets.delete(fleet.id);
  else if (fleet.bossId === characterId) fleet.bossId = next;
}

export function fleetOf(world: World, characterId: number): Fleet | undefined {
  return [...world.fleets.values()].find(({ members }) => members.has(characterId));
}
