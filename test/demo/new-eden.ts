import { DurableObject } from "cloudflare:workers";
import { newEdenApp } from "#test/new-eden/app.ts";
import { loadState, saveState } from "#test/new-eden/saved-state.ts";
import type { SavedState } from "#test/new-eden/saved-state.ts";
import { createWorld } from "#test/new-eden/world.ts";
import type { World } from "#test/new-eden/world.ts";
import { dayOf, resetDatabase } from "./reset.ts";
import { NEW_EDEN_PATH } from "./vars.ts";

type Kept = { bornAt: number; state: SavedState; codes: World["codes"] };
/** The day for which the community was seeded, by which build. */
type Seeded = { day: number; takenAt: number };

/** Of a character, those that its sign-ins of today have made, and the first ones, which the snapshot knows. */
const MOST_GRANTS = 20;

/**
 * New Eden for all isolates of the demo: one object, so that a token of one is known to the others. It may be ended at any time, so
 * everything that a sign-in needs is stored with each change.
 */
export class DemoNewEden extends DurableObject {
  #world: Promise<World> | undefined;

  override async fetch(request: Request): Promise<Response> {
    const world = await (this.#world ??= this.#open());
    const response = await newEdenApp.fetch(request, { world });
    if (request.method !== "GET") await this.#keep(world);
    return response;
  }

  /** Seeds the community unless it was seeded today, by this build. Returns whether it did. */
  async seedIfDue(time: number): Promise<boolean> {
    const { builtSnapshot, takenAt } = await import("./built.ts");
    const due: Seeded = { day: dayOf(time), takenAt };
    return this.ctx.blockConcurrencyWhile(async () => {
      const seeded = await this.ctx.storage.get<Seeded>("seeded");
      // Clocks differ a little: no isolate takes a reset back.
      const isSeeded = seeded !== undefined && seeded.day >= due.day;
      if (isSeeded && seeded.takenAt === due.takenAt) return false;
      const snapshot = builtSnapshot();
      await resetDatabase(this.env.DB, snapshot, time);
      const kept: Kept = { bornAt: time, state: snapshot.newEden, codes: new Map() };
      await this.ctx.storage.put({ kept, seeded: due });
      this.#world = undefined;
      return true;
    });
  }

  async #open(): Promise<World> {
    const world = createWorld(NEW_EDEN_PATH);
    const kept = await this.ctx.storage.get<Kept>("kept");
    if (kept === undefined) throw new Error("The demo is not seeded yet.");
    world.bornAt = kept.bornAt;
    world.codes = kept.codes;
    await loadState(world, kept.state);
    return world;
  }

  async #keep(world: World) {
    const state = await saveState(world);
    const kept: Kept = {
      bornAt: world.bornAt,
      state: { ...state, grants: fewOf(state.grants) },
      codes: world.codes,
    };
    await this.ctx.storage.put({ kept });
  }
}

/** The store takes 2 MB at once, and a grant about 700 bytes. */
function fewOf(grants: SavedState["grants"]): SavedState["grants"] {
  const alive = grants.filter(({ death }) => death === undefined);
  return alive.filter(({ characterId }, index) => {
    const later = alive.slice(index + 1).filter((one) => one.characterId === characterId);
    return later.length < MOST_GRANTS;
  });
}
