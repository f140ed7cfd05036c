import { expect, test } from "vitest";
import { openEden } from "#test/support/new-eden/open-eden.ts";
import { MIRA_TAL_ID, NULL_CONCORD_ID, SABLE_MERIDIAN_ID } from "./ids.ts";

const get = (path: string) => openEden().send(`https://new-eden.test/images${path}`);

test.each([
  `/characters/${MIRA_TAL_ID}/portrait?size=128`,
  `/corporations/${SABLE_MERIDIAN_ID}/logo?size=128`,
  `/alliances/${NULL_CONCORD_ID}/logo?size=128`,
  "/types/587/render?size=128",
])("%s is always the same drawing, in the requested size", async (path) => {
  const response = await get(path);
  expect(response.headers.get("content-type")).toBe("image/svg+xml");
  const image = await response.text();
  expect(image).toContain('<svg xmlns="http://www.w3.org/2000/svg" width="128" height="128"');
  expect(await (await get(path)).text()).toBe(image);
});

test("pilots have different portraits", async () => {
  const look = async (id: number) => (await get(`/characters/${id}/portrait`)).text();
  expect(await look(MIRA_TAL_ID)).not.toBe(await look(MIRA_TAL_ID + 1));
});

test.each(["/characters/1/logo", "/fleets/1/logo", "/fleets/1"])(
  "%s is no picture, in the image server's words",
  async (path) => {
    const response = await get(path);
    expect([response.status, await response.text()]).toEqual([400, "bad category or variation"]);
  },
);

test("without a variation the image server lists them", async () => {
  expect(await (await get("/characters/1")).json()).toEqual(["portrait"]);
});

test("the login image has CCP's name", async () => {
  const response = await get("/eve-sso-login-black-large.png");
  expect(response.status).toBe(200);
  expect(await response.text()).toContain("EVE Online");
});
