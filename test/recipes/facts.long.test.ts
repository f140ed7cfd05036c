// Half a minute with scripts.long: programs of the documents, against a Worker that is built and served for them.
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { prepareFact, prepareProgram } from "#test/support/applications/application-rows.ts";
import { writeClient } from "#test/support/applications/generated-client.ts";
import { write } from "#test/support/answers/write.ts";
import { buildUser } from "#test/support/people/builders.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import { buildGroup } from "#test/support/people/group-builders.ts";
import { facts, factValues } from "#worker/db/schema/facts.ts";
import { recipe } from "./recipe.ts";
import { openRecipeWorld } from "./recipe-world.ts";
import type { RecipeWorld } from "./recipe-world.ts";

const run = promisify(execFile);
const scratch = mkdtempSync(join(tmpdir(), "muster-facts-"));
const PAGE = "docs/facts.md";
const MOST_LINES = 60;
const DAY_MS = 24 * 60 * 60 * 1000;

let world: RecipeWorld;
let people: { mira: BuiltUser; oskar: BuiltUser; tess: BuiltUser };
let groupId: string;
beforeAll(async () => {
  world = await openRecipeWorld();
  const { muster } = world;
  people = {
    mira: await buildUser(muster, { name: "Mira Tal", alts: ["Mira's Hauler"] }),
    oskar: await buildUser(muster, { name: "Oskar Dane" }),
    tess: await buildUser(muster, { name: "Тесса Вольт" }),
  };
  const { mira, oskar, tess } = people;
  groupId = (await buildGroup(muster, { owner: mira, members: [oskar, tess] })).id;
});
afterAll(() => world.stop());

/** A source of facts: what it answers by path. A path without an answer fails. */
async function openSource(answers: Record<string, unknown>) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    asked.push(`${request.headers.authorization ?? ""} ${path}`.trim());
    const answer = answers[path];
    response.statusCode = answer === undefined ? 503 : 200;
    response.end(typeof answer === "string" ? answer : JSON.stringify(answer ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, asked, stop: () => server.close() };
}

/** An application with a token and a fact, and what it has told. */
async function openProgram(given: Parameters<typeof prepareFact>[2]) {
  const { muster } = world;
  const { secret, ids, ...rows } = await prepareProgram(muster, {
    groupIds: [groupId],
    claims: ["characters"],
    isWriter: true,
  });
  await write(muster, rows);
  await muster.context.db.delete(facts).where(eq(facts.applicationId, ids.application));
  const fact = prepareFact(muster, ids.application, given);
  await write(muster, fact);
  const env = {
    ...process.env,
    MUSTER_URL: world.url,
    MUSTER_TOKEN: secret,
    MUSTER_GROUP: groupId,
  };
  async function told({ userId }: BuiltUser) {
    const [found] = await muster.context.db
      .select({ value: factValues.value })
      .from(factValues)
      .where(and(eq(factValues.userId, userId), eq(factValues.factId, fact.id)));
    return found?.value;
  }
  return { env, told };
}

function fileOf(name: string, heading: string, language: string): string {
  const code = recipe(heading, language, {}, PAGE);
  expect(code.trim().split("\n").length).toBeLessThan(MOST_LINES);
  const file = join(scratch, name);
  writeFileSync(file, code);
  return file;
}

test("the killboard's program tells the kills of each member, and leaves out whom it could not ask about", async () => {
  const { mira, oskar, tess } = people;
  const { env, told } = await openProgram({ key: "kills_7d" });
  const path = ({ mainCharacterId }: BuiltUser) =>
    `/api/kills/characterID/${mainCharacterId}/pastSeconds/${7 * 86_400}/`;
  const killboard = await openSource({
    [path(mira)]: [{ killmail_id: 1 }, { killmail_id: 2 }],
    [path(oskar)]: [],
  });
  const file = fileOf("kills.py", "Kills on a killboard", "python");
  await run("python3", [file], { env: { ...env, KILLBOARD_URL: killboard.url } });
  expect([await told(mira), await told(oskar), await told(tess)]).toEqual(["2", "0", undefined]);
  killboard.stop();
});

test("the Discord bot's program counts a fleet once for a pilot, and tells a zero", async () => {
  const { mira, oskar, tess } = people;
  const { env, told } = await openProgram({ key: "fleets_30d" });
  const message = (id: number, ago: number, content: string) => ({
    id: String(id),
    timestamp: new Date(Date.now() - ago * DAY_MS).toISOString(),
    content,
  });
  const first = [
    message(
      300,
      1,
      "Mira Tal\tJita\tMuninn\nMira's Hauler\tJita\tNereus\nNobody Known\tJita\tIbis",
    ),
    ...Array.from({ length: 99 }, (_, at) => message(299 - at, 2, "o7")),
  ];
  const discord = await openSource({
    "/channels/77/messages?limit=100": first,
    "/channels/77/messages?limit=100&before=201": [
      message(200, 3, "MIRA TAL\tAmarr\tMuninn\r\nТесса Вольт\tAmarr\tScimitar"),
      message(199, 31, "Oskar Dane\tAmarr\tMuninn"),
    ],
  });
  const file = fileOf("fleets.mjs", "Fleets counted by a Discord bot", "js");
  const more = { DISCORD_URL: discord.url, DISCORD_TOKEN: "secret", DISCORD_CHANNEL: "77" };
  await run("node", [file], { env: { ...env, ...more } });
  expect([await told(mira), await told(oskar), await told(tess)]).toEqual(["2", "0", "1"]);
  expect(discord.asked[0]).toBe("Bot secret /channels/77/messages?limit=100");
  discord.stop();
});

test("the quartermaster's program tells who has a doctrine ship, and nothing while the sheet is away", async () => {
  const { mira, oskar, tess } = people;
  const { env, told } = await openProgram({ key: "doctrine_ready", kind: "yes_no", missing: "no" });
  const sheet = await openSource({
    "/sheet.csv": "\uFEFFCharacter,Ship\r\nMira's Hauler,Sabre\r\nOskar Dane,Ibis\r\n",
  });
  const file = fileOf("doctrine.py", "Doctrine ships", "python");
  const away = { ...env, SHEET_URL: `${sheet.url}/away.csv` };
  await expect(run("python3", [file], { env: away })).rejects.toThrow("503");
  expect(await told(mira)).toBeUndefined();
  await run("python3", [file], { env: { ...env, SHEET_URL: `${sheet.url}/sheet.csv` } });
  expect([await told(mira), await told(oskar), await told(tess)]).toEqual([
    "true",
    "false",
    "false",
  ]);
  sheet.stop();
});

test("a client that is generated from the OpenAPI document compiles and runs", async () => {
  const { oskar } = people;
  const { env, told } = await openProgram({ key: "fleets_30d" });
  const document: unknown = JSON.parse(readFileSync("web/public/api/v1/openapi.json", "utf8"));
  const client = writeClient(document);
  writeFileSync(join(scratch, "client.ts"), client);
  writeFileSync(
    join(scratch, "use.ts"),
    `import { openClient } from "./client.ts";
const client = openClient("${world.url}/api/v1", "${env.MUSTER_TOKEN}");
const { items: [group] } = await client.getGroups({});
const members = await client.getGroupsMembersById({ id: group!.id });
const values = members.items.map(({ pilotId }) => ({ pilot: pilotId, value: 7 }));
const asOf = new Date().toISOString();
const written = await client.putFactsById({ key: "fleets_30d", body: { asOf, values } });
const body = { action: "add" as const, pilots: [members.items[0]!.pilotId] };
const changed = await client.postGroupsMembersById({ id: group!.id, preview: "1", body });
console.log(JSON.stringify([written.items.map(({ outcome }) => outcome), changed.items[0]?.reason]));
// @ts-expect-error -- the kind of a value is known
() => client.putFactsById({ key: "a", body: { values: [{ pilot: "a", value: null }] } });
`,
  );
  const strict = [
    "--ignoreConfig",
    "--noEmit",
    "--strict",
    "--noUncheckedIndexedAccess",
    "--skipLibCheck",
  ];
  const modules = ["--module", "esnext", "--moduleResolution", "bundler", "--target", "es2024"];
  const more = [
    "--allowImportingTsExtensions",
    "--types",
    "node",
    "--typeRoots",
    "node_modules/@types",
  ];
  await run("tsc", [...strict, ...modules, ...more, join(scratch, "use.ts")]);
  const { stdout } = await run("node", [join(scratch, "use.ts")], { env });
  expect(JSON.parse(stdout)).toEqual([["set", "set", "set"], "member"]);
  expect(await told(oskar)).toBe("7");
});
