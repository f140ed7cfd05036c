// Half a minute with facts.long: programs of the documents, against a Worker that is built and served for them.
import { execFile, spawn } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";
import { prepareProgram } from "#test/support/applications/application-rows.ts";
import { buildUser } from "#test/support/people/builders.ts";
import { buildGroup } from "#test/support/people/group-builders.ts";
import { write } from "#test/support/answers/write.ts";
import { groupMembers, groups } from "#worker/db/schema/groups.ts";
import { eq, sql } from "drizzle-orm";
import { APPS_SCRIPT_HOST } from "./apps-script-host.ts";
import { recipe } from "./recipe.ts";
import { openRecipeWorld } from "./recipe-world.ts";
import type { RecipeWorld } from "./recipe-world.ts";

const run = promisify(execFile);
const scratch = mkdtempSync(join(tmpdir(), "muster-scripts-"));

let world: RecipeWorld;
let everyone: { id: string; name: string; count: number };
beforeAll(async () => {
  world = await openRecipeWorld();
  const { db } = world.muster.context;
  const [found] = await db
    .select({ id: groups.id, name: groups.name, count: sql<number>`count(*)` })
    .from(groups)
    .innerJoin(groupMembers, eq(groupMembers.groupId, groups.id))
    .where(eq(groups.id, "everyone"))
    .groupBy(groups.id);
  if (found === undefined) throw new Error("The community has no group with everyone.");
  everyone = found;
});
afterAll(() => world.stop());

/** An application with an API token that knows these groups. */
async function openProgram(groupIds: string[]) {
  const { secret, ids: _, ...rows } = await prepareProgram(world.muster, { groupIds });
  await write(world.muster, rows);
  return { env: { ...process.env, MUSTER_URL: world.url, MUSTER_TOKEN: secret } };
}

function fileOf(name: string, code: string): string {
  const file = join(scratch, name);
  writeFileSync(file, code);
  return file;
}

test("the Python script writes every member of a group", async () => {
  const { env } = await openProgram([everyone.id]);
  const file = fileOf("members.py", recipe("A script in Python", "python"));
  const { stdout } = await run("python3", [file, everyone.name], { env });
  const [head, ...lines] = stdout.trim().split("\n");
  expect(head?.trim()).toBe("pilot,main,corporation,role");
  expect(lines).toHaveLength(everyone.count);
  await expect(run("python3", [file, "No such group"], { env })).rejects.toThrow(
    "The token does not know a group named No such group.",
  );
});

test("the Google Apps Script fills its sheet with every member of a group", async () => {
  const { env } = await openProgram([everyone.id]);
  const code = recipe("A Google Apps Script", "js", { "Wiki editors": everyone.name });
  const file = fileOf("sheet.mjs", `${APPS_SCRIPT_HOST}\n${code}\nupdateMembers();\nprint();\n`);
  const { stdout } = await run("node", [file], { env });
  const rows = z.parse(z.array(z.array(z.string())), JSON.parse(stdout));
  expect(rows[0]).toEqual(["Pilot", "Main", "Corporation", "Role"]);
  expect(rows).toHaveLength(everyone.count + 1);
  const wrong = { ...env, MUSTER_TOKEN: "mst_t_wrong" };
  await expect(run("node", [file], { env: wrong })).rejects.toThrow("Muster answered 401");
});

test("Mumble's authenticator reads the groups of a pilot, and refuses whom Muster does not know", async () => {
  const owner = await buildUser(world.muster);
  const group = await buildGroup(world.muster, { owner, name: "Fleet commanders" });
  const { env } = await openProgram([group.id]);
  const code = recipe("Mumble", "python");
  const calls = `print(json.dumps([groups_of("${owner.userId}"), groups_of("nobody")]))`;
  const { stdout } = await run("python3", [fileOf("mumble.py", `${code}\n${calls}\n`)], { env });
  expect(JSON.parse(stdout)).toEqual([["Fleet commanders"], null]);
});

/** The receiver of the page, on a port of this machine: it prints whom it kicks. */
async function startReceiver(secret: string) {
  const code = `${recipe("Kicking players who leave", "python")}
server = serve(0, lambda sub: print(sub, flush=True))
print(server.server_port, flush=True)
server.serve_forever()
`;
  const receiver = spawn("python3", [fileOf("receiver.py", code)], {
    env: { ...process.env, WEBHOOK_SECRET: secret },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const lines = createInterface({ input: receiver.stdout })[Symbol.asyncIterator]();
  const nextLine = async () => String((await lines.next()).value);
  return {
    url: new URL(`http://127.0.0.1:${await nextLine()}`),
    nextKicked: nextLine,
    stop: () => receiver.kill(),
  };
}

test("Mumble's receiver kicks who leaves a group and who is suspended, and believes Muster alone", async () => {
  const { admin, muster } = world;
  const [owner, leaver, suspended] = [
    await buildUser(muster),
    await buildUser(muster),
    await buildUser(muster),
  ];
  const group = await buildGroup(muster, { owner, members: [leaver, suspended] });
  const { applications } = admin.admin;
  const settings = { name: "Mumble", isPublic: false, redirectUris: [] };
  const { application } = await (await applications.$post({ json: settings })).json();
  const param = { id: application.id };
  const { version } = application;
  await applications[":id"].$patch({ param, json: { version, grantedGroupIds: [group.id] } });
  const created = await applications[":id"].webhooks.$post({
    param,
    json: { url: "https://mumble.example.com/hook", topics: ["member.left", "pilot.suspended"] },
  });
  const { secret } = await created.json();
  const receiver = await startReceiver(secret);
  world.lead("mumble.example.com", receiver.url);

  const body = JSON.stringify({ type: "member.left", data: { pilot: { id: owner.userId } } });
  const headers = {
    "webhook-id": "1",
    "webhook-timestamp": String(Math.floor(Date.now() / 1000)),
    "webhook-signature": `v1,${btoa("forged")}`,
  };
  const forged = await fetch(receiver.url, { method: "POST", headers, body });
  expect(forged.status).toBe(401);

  await leaver.api.groups[":id"].leave.$post({ param: { id: group.id } });
  await world.minute();
  expect(await receiver.nextKicked()).toBe(leaver.userId);
  await admin.admin.users[":id"].suspension.$put({
    param: { id: suspended.userId },
    json: { reason: "Shares an account", until: null },
  });
  await world.minute();
  expect(await receiver.nextKicked()).toBe(suspended.userId);
  receiver.stop();
});
