import { expect, test } from "vitest";
import { SKILL_CATALOGUE_VERSION, skillCatalogueSchema } from "#shared/training.ts";
import { startMuster } from "#test/support/workerd/harness.ts";

test("only an address with the version of the catalogue is immutable", async () => {
  const muster = await startMuster();
  const cacheOf = async (query: string) =>
    (await muster.send(`/api/skills${query}`)).headers.get("Cache-Control");
  const version = `version=${SKILL_CATALOGUE_VERSION}`;
  for (const query of [`?${version}`, `?ids=3300&${version}`]) {
    expect(await cacheOf(query)).toBe("public, max-age=31536000, immutable");
  }
  for (const query of ["", "?ids=3300", "?ids=3300&version=another"]) {
    expect(await cacheOf(query)).toBe("public, max-age=3600");
  }
});

test("the skill catalogue is part of the build", async () => {
  const muster = await startMuster();
  const response = await muster.send("/api/skills?ids=3300,3301");
  const catalogue = skillCatalogueSchema.parse(await response.json());
  expect(catalogue).toHaveLength(1);
  expect(catalogue[0]?.groups.flatMap(({ skills }) => skills.map(({ id }) => id))).toEqual([
    3300, 3301,
  ]);
  expect(muster.costs.roundTrips).toBe(0);
});

test("without ids the whole catalogue is returned", async () => {
  const muster = await startMuster();
  const response = await muster.client().skills.$get({ query: {} });
  const [category] = skillCatalogueSchema.parse(await response.json());
  expect(category?.groups).toHaveLength(24);
});

test("a malformed list of ids is refused and not cached", async () => {
  const muster = await startMuster();
  const response = await muster.send("/api/skills?ids=drones");
  expect(response.status).toBe(400);
  expect(response.headers.get("Cache-Control")).toBe("no-store");
});
