import { eq } from "drizzle-orm";
import * as fc from "fast-check";
import { test, vi } from "vitest";
import type { Visibility } from "#shared/categories.ts";
import type { JoinMode } from "#shared/groups.ts";
import { AURELIA_VOSS_ID } from "#test/new-eden/ids.ts";
import { buildUser } from "#test/support/builders.ts";
import {
  buildCategory,
  buildCode,
  buildGroup,
  buildInvitation,
  buildRequest,
} from "#test/support/group-builders.ts";
import { startMuster } from "#test/support/harness.ts";
import { anyCall } from "#test/support/state-machine/commands.ts";
import type { Model } from "#test/support/state-machine/model.ts";
import type { Real } from "#test/support/state-machine/move.ts";
import { categories, groups } from "#worker/db/groups-schema.ts";

const RUNS = 2000;
const MAX_CALLS = 12;

const muster = await startMuster();
const people: Real["people"] = {
  ada: await buildUser(muster, { name: "Ada Machine" }),
  ben: await buildUser(muster, { name: "Ben Machine" }),
  cas: await buildUser(muster, { name: "Cas Machine" }),
  dee: await buildUser(muster, { name: "Dee Machine" }),
  admin: await buildUser(muster, { name: "Aurelia Voss", characterId: AURELIA_VOSS_ID }),
};

const PLACES = ["admin", "member", "asking", "invited", "outside"] as const;
const scenery = fc.record({
  joinMode: fc.constantFrom<JoinMode>("open", "approval", "invitation_only"),
  visibility: fc.constantFrom<Visibility>("public", "hidden", "system"),
  ben: fc.constantFrom(...PLACES),
  cas: fc.constantFrom(...PLACES),
  dee: fc.constantFrom(...PLACES),
});
type Scenery = typeof scenery extends fc.Arbitrary<infer Value> ? Value : never;

/** A group of Ada's with a code for one, and the others somewhere in it or around it. */
async function setUp({ joinMode, visibility, ...places }: Scenery) {
  const others = ["ben", "cas", "dee"] as const;
  const at = (place: (typeof PLACES)[number]) => others.filter((name) => places[name] === place);
  const category = await buildCategory(muster);
  const group = await buildGroup(muster, {
    owner: people.ada,
    admins: at("admin").map((name) => people[name]),
    members: at("member").map((name) => people[name]),
    joinMode,
    visibility,
    category,
  });
  const code = await buildCode(muster, group, people.ada, { useLimit: 1 });
  const model: Model = {
    exists: true,
    name: group.name,
    visibility,
    categoryVisibility: "public",
    joinMode,
    roles: new Map([["ada", "owner"]]),
    requests: new Map(),
    invitations: new Map(),
    codes: [{ ...code, limit: 1, uses: 0, isRevoked: false }],
  };
  for (const role of ["admin", "member"] as const) {
    for (const name of at(role)) model.roles.set(name, role);
  }
  for (const name of at("asking")) {
    const id = await buildRequest(muster, group, people[name]);
    model.requests.set(name, { id, status: "pending" });
  }
  for (const name of at("invited")) {
    const id = await buildInvitation(muster, group, people[name]);
    model.invitations.set(name, { id, status: "pending" });
  }
  const real: Real = { groupId: group.id, categoryId: category.id, people, eventCount: 0 };
  return { real, model };
}

/** What is left of a run would be in the lists of the next. */
async function tearDown({ groupId, categoryId }: Real) {
  const { db } = muster.context;
  await db.batch([
    db.delete(groups).where(eq(groups.id, groupId)),
    db.delete(categories).where(eq(categories.id, categoryId)),
  ]);
}

// When it fails, fast-check prints a seed and a path: give them to `fc.assert` to see the same again.
test(`after any sequence of calls, by anybody, a group is as the rules say (${RUNS} sequences)`, async () => {
  // A line a request is too much for so many of them.
  vi.spyOn(console, "log").mockReturnValue();
  await fc.assert(
    fc.asyncProperty(
      scenery,
      fc.commands([anyCall(muster)], { maxCommands: MAX_CALLS, size: "max" }),
      async (given, calls) => {
        const scene = await setUp(given);
        await fc.asyncModelRun(() => scene, calls);
        await tearDown(scene.real);
      },
    ),
    { numRuns: RUNS },
  );
}, 300_000);
