import { getSheet, logIn, logOut } from "#test/new-eden/people/sheet.ts";
import type { Sheet, Whereabouts } from "#test/new-eden/people/sheet.ts";
import type { Pilot } from "#test/new-eden/people/pilot.ts";
import { layOut } from "#test/new-eden/people/training.ts";
import type { TrainedSkill } from "#test/new-eden/people/training.ts";
import { now } from "#test/new-eden/world.ts";
import type { World } from "#test/new-eden/world.ts";

/** The parts of a sheet that a test may set. Omitted parts are not changed. */
export type SheetChange = Partial<
  Pick<
    Sheet,
    | "attributes"
    | "bonusRemaps"
    | "unallocatedPoints"
    | "shipName"
    | "shipTypeId"
    | "balance"
    | "assetCount"
  >
> & {
  skills?: TrainedSkill[];
  whereabouts?: Whereabouts;
  online?: boolean;
  /** Levels to train from now on, one after another; with `paused` they have no dates. */
  queue?: { skillId: number; level: number }[];
  paused?: boolean;
  /** The first level began this many seconds ago. */
  startedSecondsAgo?: number;
  /** Replaces the assets by as many others. */
  touchAssets?: boolean;
};

export function changeSheet(world: World, pilot: Pilot, change: SheetChange) {
  const { online, queue, paused = false, startedSecondsAgo = 0, touchAssets, ...plain } = change;
  const sheet = getSheet(world, pilot);
  Object.assign(sheet, plain);
  if (online !== undefined) (online ? logIn : logOut)(world, sheet);
  if (queue !== undefined) {
    const startsAt = paused ? undefined : now(world) - startedSecondsAgo * 1000;
    sheet.queue = layOut(queue, sheet.attributes, startsAt);
  }
  if (touchAssets === true) sheet.assetSeed += 1;
  if (touchAssets === true || plain.assetCount !== undefined) sheet.assetsChangedAt = now(world);
}
