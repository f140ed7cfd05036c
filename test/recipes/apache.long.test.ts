// Another program: Apache with mod_auth_openidc, which the machine must have or fetch.
import { randomBytes } from "node:crypto";
import { writeSync } from "node:fs";
import { request } from "node:http";
import type { IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { keepSigningKeys } from "#worker/applications/oidc/signing-keys.ts";
import { buildUser } from "#test/support/people/builders.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import { buildGroup } from "#test/support/people/group-builders.ts";
import { startApache, whyNoApache } from "./apache.ts";
import type { Apache } from "./apache.ts";
import { recipe } from "./recipe.ts";
import { openRecipeWorld } from "./recipe-world.ts";
import type { RecipeWorld } from "./recipe-world.ts";

const HOST = "forum.example.com";
const why = whyNoApache();
// Not with the console, which says nothing of tests that pass.
if (why !== undefined) writeSync(2, `Not tested: the recipe of Apache, because ${why}.\n`);

let world: RecipeWorld;
let apache: Apache;
let owner: BuiltUser;
let admins: { id: string };

/** An Apache with the configuration of the recipe, and an application with its settings. */
async function setUp(changed: Record<string, string> = {}): Promise<Apache> {
  const { applications } = world.admin.admin;
  const json = { name: "Forum", isPublic: false, redirectUris: [] };
  const { application, secret } = await (await applications.$post({ json })).json();
  while ((await keepSigningKeys(world.muster.context)) > 0);
  const started = await startApache((origin) =>
    recipe("Apache with mod_auth_openidc", "apache", {
      "https://muster.example.com": world.url,
      "https://forum.example.com": origin,
      CLIENT_ID: application.id,
      CLIENT_SECRET: secret ?? "",
      LONG_RANDOM_TEXT: randomBytes(32).toString("hex"),
      ...changed,
    }),
  );
  const saved = await applications[":id"].$patch({
    param: { id: application.id },
    json: {
      version: application.version,
      redirectUris: [`${started.origin}/oidc`],
      backchannelLogoutUri: `https://${HOST}/oidc?logout=backchannel`,
      errorsNameIssuer: false,
      claims: ["name", "groups"],
      grantedGroupIds: [admins.id],
    },
  });
  expect(saved.status).toBe(200);
  return started;
}

async function open() {
  world = await openRecipeWorld();
  owner = await buildUser(world.muster, { name: "Tovi Renn" });
  admins = await buildGroup(world.muster, { owner, name: "Forum admins", joinMode: "open" });
  apache = await setUp();
  world.lead(HOST, new URL(apache.origin));
}

/** A browser with the cookies of Apache, in which a player is signed in to Muster. */
function browserOf(player: BuiltUser, { origin }: Pick<Apache, "origin"> = apache) {
  const cookies = new Map<string, string>();
  async function get(address: string): Promise<Page> {
    const cookie = [...cookies].map((pair) => pair.join("=")).join("; ");
    const page = await openPage(new URL(address, origin), cookie);
    for (const line of page.cookies) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === "") cookies.delete(name);
      else cookies.set(name, value);
    }
    return page;
  }
  /** Asks for a page, and answers Muster's question: what Apache says at the end. */
  async function signIn(address: string, decision: "allow" | "deny" = "allow") {
    const asked = await openPage(new URL((await get(address)).goal));
    const json = { query: new URL(asked.goal, world.url).search.slice(1), decision };
    const { url } = await (await player.api.consent.$post({ json })).json();
    const back = await get(url);
    return back.status === 302 ? get(back.goal) : back;
  }
  return { get, signIn };
}

type Page = { status: number; text: string; goal: string; cookies: string[]; user: string };

/** As a browser opens a page. `fetch` says that it is a program, which Apache does not send to a sign-in. */
async function openPage(url: URL, cookie = ""): Promise<Page> {
  const headers = { accept: "text/html", "sec-fetch-mode": "navigate", cookie };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, { headers }, resolve).on("error", reject).end();
  });
  const { location: goal = "", "set-cookie": cookies = [], "x-user": user } = response.headers;
  const status = response.statusCode ?? 0;
  return { status, text: await text(response), goal, cookies, user: String(user) };
}

beforeAll(() => (why === undefined ? open() : undefined));
afterAll(async () => {
  if (why !== undefined) return;
  apache.stop();
  await world.stop();
});

test.skipIf(why !== undefined)(
  "Apache signs a player in, and tells its pages who it is",
  async () => {
    const player = await buildUser(world.muster, { name: "Mira Tal" });
    const { get, signIn } = browserOf(player);
    const page = await signIn("/");
    expect(page).toMatchObject({ status: 200, text: "The front page" });
    expect(page.user).toBe(`${player.userId} Mira Tal`);
    expect((await get("/")).status).toBe(200);
  },
);

test.skipIf(why !== undefined)("Apache opens a page of a group to its members alone", async () => {
  const stranger = browserOf(await buildUser(world.muster));
  await stranger.signIn("/");
  expect((await stranger.get("/admins/")).status).toBe(401);
  const member = browserOf(owner);
  const page = await member.signIn("/admins/");
  expect(page).toMatchObject({ status: 200, text: "The page of admins" });
});

test.skipIf(why !== undefined)(
  "a player who leaves the group is signed out of Apache by its back-channel",
  async () => {
    const player = await buildUser(world.muster);
    await player.api.groups[":id"].join.$post({ param: { id: admins.id } });
    const { get, signIn } = browserOf(player);
    expect((await signIn("/admins/")).status).toBe(200);
    await player.api.groups[":id"].leave.$post({ param: { id: admins.id } });
    expect((await get("/admins/")).status).toBe(200);
    await world.minute();
    const ended = await get("/admins/");
    expect(ended.status).toBe(302);
    expect(ended.goal).toContain(`${world.url}/oauth/authorize`);
    expect((await signIn("/admins/")).status).toBe(401);
  },
);

test.skipIf(why !== undefined)(
  "a player who cancels reads that, and is not sent around",
  async () => {
    const { signIn } = browserOf(await buildUser(world.muster));
    const page = await signIn("/", "deny");
    expect(page.status).not.toBe(302);
    expect(page.text).toContain("access_denied");
  },
);

test.skipIf(why !== undefined)(
  "for phpBB, Apache gives the name of the main as the user",
  async () => {
    const own = recipe("phpBB", "apache").trim();
    const forum = await setUp({ "OIDCRemoteUserClaim sub": own });
    const player = await buildUser(world.muster, { name: "Yaroslava Zvyozdnaya" });
    const page = await browserOf(player, forum).signIn("/");
    expect(page.user).toBe("Yaroslava Zvyozdnaya Yaroslava Zvyozdnaya");
    forum.stop();
  },
);
