import { expect, test } from "vitest";
import { openEden } from "#test/support/new-eden/open-eden.ts";
import type { Eden } from "#test/support/new-eden/open-eden.ts";
import { loadServers, saveServers } from "./discord/servers/saved.ts";
import { localVars } from "./local-vars.ts";

const BASE = "https://new-eden.test";
const BOT_ID = localVars(0).DISCORD_CLIENT_ID;

const INSTALL_URL = new URL(`${BASE}/discord/oauth2/authorize`);
INSTALL_URL.search = String(
  new URLSearchParams({ client_id: BOT_ID, scope: "bot", permissions: "268435584" }),
);

async function seeded() {
  const eden = openEden();
  const servers = await eden.control.discord.servers.list();
  const find = (name: string) => servers.find((server) => server.name === name)?.id ?? "";
  return { eden, sableMeridian: find("Sable Meridian"), nullConcord: find("Null Concord") };
}

/** The text of a page, without tags. */
async function read({ send }: Eden, path: string): Promise<string> {
  const html = await (await send(path)).text();
  return html
    .replace(/<style>.*?<\/style>/s, "")
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ");
}

test("the page of a server shows members under their roles, the roles in order, and the audit log", async () => {
  const { eden, sableMeridian } = await seeded();
  const text = await read(eden, `${BASE}/discord/channels/${sableMeridian}`);
  const inOrder = (...parts: string[]) =>
    expect(parts.map((part) => text.indexOf(part))).toEqual(
      parts.map((part) => text.indexOf(part)).toSorted((one, other) => one - other),
    );
  expect(text).toContain("High Command — 1 Aurelia Voss voss, owner");
  expect(text).toContain("Edda quietengine, has not accepted the rules");
  expect(text).toContain("Muster Muster, bot");
  inOrder(
    "High Command — 1",
    "Director — 1",
    "Fleet Commander — 1",
    "Sable Meridian — 2",
    "Members — 3",
  );
  inOrder("High Command 1 member", "Muster 1 member", "Director 2 members", "Newbro 1 member");
  expect(text).toContain("Aurelia Voss changed the roles of Oskar, + Director");
});

test("the page gives and takes roles by hand, kicks, and moves and deletes roles", async () => {
  const { eden, sableMeridian } = await seeded();
  const { servers } = eden.control.discord;
  const before = await servers.read(sableMeridian);
  const role = before.roles.find(({ name }) => name === "Newbro")?.id ?? "";
  const user = before.members.find(({ nick }) => nick === "Oskar")?.userId ?? "";
  const press = async (change: string, fields: Record<string, string>) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    const path = `${BASE}/control/page/discord/servers/${sableMeridian}/${change}`;
    const { headers } = await eden.send(path, { method: "POST", body });
    expect(headers.get("location")).toBe(`${BASE}/discord/channels/${sableMeridian}`);
    return servers.read(sableMeridian);
  };
  const rolesOf = (state: typeof before) =>
    state.members.find(({ userId }) => userId === user)?.roles.includes(role);
  const order = ({ roles }: typeof before) => roles.map(({ name }) => name).slice(-3);
  expect(rolesOf(await press("role", { user, role }))).toBe(true);
  expect(rolesOf(await press("role", { user, role }))).toBe(false);
  expect(order(before)).toEqual(["Logistics Wing", "Newbro", "Patreon Supporter"]);
  expect(order(await press("up", { role }))).toEqual([
    "Newbro",
    "Logistics Wing",
    "Patreon Supporter",
  ]);
  expect(order(await press("down", { role }))).toEqual(order(before));
  expect(rolesOf(await press("kick", { user }))).toBeUndefined();
  expect((await press("delete", { role })).roles.map(({ name }) => name)).not.toContain("Newbro");
});

test("the install link adds the bot to a server without it, below all roles", async () => {
  const { eden, nullConcord } = await seeded();
  const page = await read(eden, INSTALL_URL.href);
  expect(page).toContain("View Audit Log Manage Roles");
  expect(page).toContain("Null Concord 3 members");
  expect(page).not.toContain("Sable Meridian");
  const body = new URLSearchParams({ guild_id: nullConcord });
  const { headers } = await eden.send(INSTALL_URL.href, { method: "POST", body });
  expect(headers.get("location")).toBe(`${BASE}/discord/channels/${nullConcord}`);
  const { roles, members, auditLog } = await eden.control.discord.servers.read(nullConcord);
  expect(roles.at(-1)).toMatchObject({
    name: "Muster",
    managed: true,
    permissions: ["VIEW_AUDIT_LOG", "MANAGE_ROLES"],
  });
  expect(members.map(({ userId }) => userId)).toContain(BOT_ID);
  expect(auditLog[0]).toMatchObject({ action: "bot_add", targetId: BOT_ID });
  expect((await eden.send(INSTALL_URL.href, { method: "POST", body })).status).toBe(400);
});

test("the servers are the same after New Eden has started again", async () => {
  const { eden, sableMeridian } = await seeded();
  const { servers } = eden.control.discord;
  const { members } = await servers.read(sableMeridian);
  const known = members.at(0)?.userId ?? "";
  await servers.kick(sableMeridian, known);
  const lost = await eden.control.discord.createUser();
  await servers.addMembers(sableMeridian, [{ userId: lost.id }]);
  await servers.create();

  const next = openEden();
  loadServers(next.world, JSON.parse(JSON.stringify(saveServers(eden.world))));
  const list = await next.control.discord.servers.list();
  expect(list.map(({ name }) => name)).toEqual(["Sable Meridian", "Null Concord"]);
  const expected = await servers.read(sableMeridian);
  expect(list[0]).toEqual({
    ...expected,
    members: expected.members.filter(({ userId }) => userId !== lost.id),
  });
});
