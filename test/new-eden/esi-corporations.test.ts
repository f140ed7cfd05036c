import { expect, test } from "vitest";
import * as z from "zod/mini";
import { openEden } from "#test/support/new-eden/open-eden.ts";
import type { Eden } from "#test/support/new-eden/open-eden.ts";
import { readJson } from "#test/support/answers/read-json.ts";
import { ESI_SCOPES } from "./esi/document.ts";
import { fingerprint } from "./fingerprint.ts";

const bodySchema = z.union([z.array(z.unknown()), z.looseObject({})]);
const contractsSchema = z.array(z.object({ contract_id: z.number(), status: z.string() }));

const errorOf = (body: z.infer<typeof bodySchema>) => ("error" in body ? body["error"] : undefined);

/** A corporation with a pilot that has these roles, and a function that calls ESI as that pilot. */
async function openCorporation(eden: Eden, roles: string[]) {
  const corporation = await eden.control.createCorporation();
  const pilot = await eden.control.createPilot({ corporationId: corporation.id, roles });
  const ask = async (route: string) => {
    const { accessToken } = await eden.control.grant(pilot.id, ESI_SCOPES);
    const response = await eden.esi(`/corporations/${corporation.id}/${route}`, {
      token: accessToken,
    });
    const { status, headers } = response;
    const body = await readJson(response, bodySchema);
    return { status, headers, list: Array.isArray(body) ? body : [], error: errorOf(body) };
  };
  return { corporation, pilot, ask };
}

const ROUTES = ["members", "membertracking", "divisions", "wallets", "wallets/1/journal"].concat([
  "assets",
  "structures",
  "orders",
  "contracts",
  "killmails/recent",
  "roles",
  "titles",
  "members/titles",
  "contacts",
]);
const FOR_ALL = ["members", "contracts", "contacts"];

test.each([
  [["Director"], ROUTES],
  [[], FOR_ALL],
  [["Accountant"], [...FOR_ALL, "wallets", "wallets/1/journal", "orders"]],
  [["Junior_Accountant"], [...FOR_ALL, "wallets", "wallets/1/journal"]],
  [["Trader"], [...FOR_ALL, "orders"]],
  [["Station_Manager"], [...FOR_ALL, "structures"]],
  [["Personnel_Manager"], [...FOR_ALL, "roles"]],
])("a member with the roles %j may read %j", async (roles, allowed) => {
  const { ask } = await openCorporation(openEden(), roles);
  const answers = [];
  for (const route of ROUTES) {
    const { status, error } = await ask(route);
    answers.push([route, status === 200 ? "read" : error]);
  }
  const refusalOf = (route: string) =>
    route === "roles" ? "Character cannot grant roles" : "Character does not have required role(s)";
  expect(answers).toEqual(
    ROUTES.map((route) => [route, allowed.includes(route) ? "read" : refusalOf(route)]),
  );
});

test("a pilot who has left the corporation cannot read its data", async () => {
  const eden = openEden();
  const { pilot, ask } = await openCorporation(eden, ["Director"]);
  await eden.control.leaveCorporation(pilot.id);
  for (const route of ROUTES) {
    expect(await ask(route)).toMatchObject({
      status: 403,
      error: "Character is not in the corporation",
    });
  }
});

test("lists have pages of a thousand with one date, and change as a whole", async () => {
  const eden = openEden();
  const { corporation, ask } = await openCorporation(eden, ["Director"]);
  await eden.control.setHoldings(corporation.id, { assets: 2_001, killmails: 1_500, journal: 1 });
  const pages = [
    await ask("assets?page=1"),
    await ask("assets?page=2"),
    await ask("assets?page=3"),
  ];
  expect(pages.map(({ list }) => list.length)).toEqual([1_000, 1_000, 1]);
  expect(new Set(pages.map(({ headers }) => headers.get("last-modified"))).size).toBe(1);
  expect(pages[0]?.headers.get("x-pages")).toBe("3");
  expect((await ask("killmails/recent")).headers.get("x-pages")).toBe("2");
  expect((await ask("assets?page=4")).status).toBe(404);

  await eden.control.advanceClock(60);
  await eden.control.setHoldings(corporation.id, { touch: ["assets"] });
  const after = await ask("assets?page=1");
  expect(after.headers.get("etag")).not.toBe(pages[0]?.headers.get("etag"));
  expect(after.headers.get("last-modified")).not.toBe(pages[0]?.headers.get("last-modified"));
});

test("new journal entries and killmails come first, and old ones do not change", async () => {
  const eden = openEden();
  const { corporation, ask } = await openCorporation(eden, ["Director"]);
  for (const [name, route] of [
    ["journal", "wallets/3/journal"],
    ["killmails", "killmails/recent"],
  ] as const) {
    await eden.control.setHoldings(corporation.id, { [name]: 5 });
    const { list: before } = await ask(route);
    await eden.control.setHoldings(corporation.id, { [name]: 7 });
    const { list: after } = await ask(route);
    expect(after.slice(2)).toEqual(before);
    expect(after).toHaveLength(7);
  }
});

test("a contract changes when it is finished", async () => {
  const eden = openEden();
  const { corporation, ask } = await openCorporation(eden, []);
  await eden.control.setHoldings(corporation.id, { contracts: 3 });
  const before = z.parse(contractsSchema, (await ask("contracts")).list);
  await eden.control.setHoldings(corporation.id, { finishContract: 2 });
  const after = z.parse(contractsSchema, (await ask("contracts")).list);
  expect(after.map(({ contract_id }) => contract_id)).toEqual(
    before.map(({ contract_id }) => contract_id),
  );
  expect(before.map(({ status }) => status)).toEqual(Array(3).fill("outstanding"));
  expect(after.map(({ status }) => status)).toEqual(["finished", "outstanding", "outstanding"]);
});

test("fifteen calls empty the killmail bucket of one character, and of no other", async () => {
  const eden = openEden();
  const { corporation, ask } = await openCorporation(eden, ["Director"]);
  const answers = [];
  for (let call = 0; call < 16; call++) answers.push(await ask("killmails/recent"));
  expect(answers.map(({ status }) => status)).toEqual([...Array(15).fill(200), 429]);
  expect(answers[0]?.headers.get("x-ratelimit-limit")).toBe("30/15m");
  expect(Number(answers.at(-1)?.headers.get("retry-after"))).toBeGreaterThan(0);
  const other = await eden.control.createPilot({
    corporationId: corporation.id,
    roles: ["Director"],
  });
  const { accessToken } = await eden.control.grant(other.id, ESI_SCOPES);
  const path = `/corporations/${corporation.id}/killmails/recent`;
  expect((await eden.esi(path, { token: accessToken })).status).toBe(200);
});

test("a fault may strike one page of a list", async () => {
  const eden = openEden();
  const { corporation, ask } = await openCorporation(eden, ["Director"]);
  await eden.control.setHoldings(corporation.id, { assets: 3_000 });
  await eden.control.addFault({ service: "esi", kind: "downtime", path: "/assets$", page: 2 });
  const pages = [
    await ask("assets?page=1"),
    await ask("assets?page=2"),
    await ask("assets?page=3"),
  ];
  expect(pages.map(({ status }) => status)).toEqual([200, 503, 200]);
});

test("the fingerprint of a list is that of all its pages, in any order", async () => {
  const eden = openEden();
  const { corporation, ask } = await openCorporation(eden, ["Director"]);
  await eden.control.setHoldings(corporation.id, { assets: 1_500, strangers: 30 });
  const [first, second] = [await ask("assets?page=1"), await ask("assets?page=2")];
  const all = [...second.list, ...first.list.toReversed()];
  const known = await eden.control.fingerprints(corporation.id);
  expect(known["assets"]).toEqual(fingerprint(all));
  expect(known["members"]).toEqual(fingerprint((await ask("members")).list));
  expect(known["members"]?.count).toBe(31);
});

test("the fingerprint counts repeated items", () => {
  expect(fingerprint([{ id: 1 }, { id: 2 }])).not.toEqual(fingerprint([{ id: 1 }, { id: 1 }]));
});
