import { expect, test } from "vitest";
import { buildUser } from "#test/support/builders.ts";
import { startMuster } from "#test/support/harness.ts";

test("without a session token nobody is signed in, and the database is not asked", async () => {
  const muster = await startMuster();
  const response = await muster.client().auth.session.$get();
  expect(await response.json()).toEqual({ authenticated: false, user: null });
  expect(muster.costs.roundTrips).toBe(0);
});

test("a session names the user, the characters and the main, in one round trip", async () => {
  const muster = await startMuster();
  const mira = await buildUser(muster, { name: "Mira Tal", alts: ["Zed", "Abel"] });
  muster.costs.reset();
  const session = await (await mira.api.auth.session.$get()).json();
  expect(session.user?.mainCharacterId).toBe(mira.mainCharacterId);
  expect(session.user?.characters.map((one) => one.characterName)).toEqual([
    "Mira Tal",
    "Abel",
    "Zed",
  ]);
  expect(muster.costs.roundTrips).toBe(1);
});
