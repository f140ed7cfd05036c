import { expect, test } from "vitest";
import { buildUser } from "#test/support/people/builders.ts";
import { ALL_SCOPES, startAdministered } from "#test/support/corporations/corporation-builders.ts";
import { newEdenControl } from "#test/support/new-eden/new-eden.ts";
import { linkPilot } from "#test/support/people/pilot-builder.ts";
import { expectRefusal } from "#test/support/answers/refusal.ts";

const { muster, admin } = await startAdministered();
const { corporations } = admin.api;

const search = async (q: string) =>
  (await corporations.directors.candidates.$get({ query: { q } })).json();

test("a director is found by any linked character, alts included, with its main and its access", async () => {
  const main = await linkPilot(muster, { name: "Vesper Quill" }, { scopes: ALL_SCOPES });
  const alt = await linkPilot(muster, { name: "Vesper Alt" }, { altOf: main.user });
  const { characters } = await search("vesper");
  expect(characters).toEqual([
    {
      characterId: alt.pilot.id,
      characterName: "Vesper Alt",
      mainCharacterName: "Vesper Quill",
      hasDirectorAccess: false,
    },
    {
      characterId: main.pilot.id,
      characterName: "Vesper Quill",
      mainCharacterName: "Vesper Quill",
      hasDirectorAccess: true,
    },
  ]);
});

test("the search finds the beginning of a name, at most twenty, and costs one round trip", async () => {
  for (const name of ["Ordin One", "Ordin Two"]) {
    const alts = Array.from({ length: 12 }, (_, index) => `${name} ${index}`);
    await buildUser(muster, { name, alts });
  }
  await search("ordin");
  muster.costs.reset();
  const { characters } = await search("ordin");
  expect(characters).toHaveLength(20);
  expect(muster.costs.roundTrips).toBe(1);
  expect(muster.costs.rowsRead).toBeLessThan(200);
  expect((await search("rdin")).characters).toEqual([]);
});

test("a corporation is looked up by its full name in EVE, in any case", async () => {
  const { id } = await newEdenControl(muster.newEdenBase).createCorporation({
    name: "Found By Name",
    ticker: "FBN",
  });
  const query = { name: "found by NAME" };
  expect(await (await corporations.lookup.$get({ query })).json()).toMatchObject({
    corporationId: id,
    name: "Found By Name",
    ticker: "FBN",
  });
  await expectRefusal(
    corporations.lookup.$get({ query: { name: "No Such Corporation" } }),
    400,
    "EVE has no corporation with this name. The name must be the full name.",
  );
  await expectRefusal(corporations.lookup.$get({ query: {} }), 400, "Enter an ID or a name.");
});
