import { QUIET_ENGINES_ID } from "#test/new-eden/ids.ts";
import { newSessionSchema } from "#shared/session.ts";
import { readJson } from "#test/support/answers/read-json.ts";
import { openBrowser } from "#test/support/people/browser-session.ts";
import { openScenes } from "#test/support/people/access-scenes.ts";
import { ROLES } from "#test/worker/access-row.ts";
import { ACCESS } from "#test/worker/access-table.ts";
import { administratorOf } from "#test/bench/arrangements.ts";
import { READS } from "#test/bench/calls.ts";
import { CAST } from "#test/bench/cast.ts";
import type { Bench } from "./community.ts";
import type { Meter } from "./meter.ts";

/** What workerd needs for a request that the product does not see, and work that is always the same. */
export async function measureReferences({ invoke }: Meter, rounds: number) {
  for (let round = 0; round < rounds; round += 1) {
    await invoke("(a Worker that says hello)", "/hello");
    await invoke("(yardstick)", "/yardstick");
  }
}

/** Every read, as in `npm run bench -- api`, with large groups and sheets. */
export async function measureReads({ invoke }: Meter, rounds: number) {
  for (const { name, path, as } of READS) {
    const headers = { authorization: `Bearer ${CAST[as].token}` };
    for (let round = 0; round < rounds; round += 1) {
      const { status } = await invoke(`GET ${name}`, `/api${path}`, { headers });
      if (status !== 200) throw new Error(`${name}: ${status}`);
    }
  }
}

/**
 * Every other route, as the first role that may call it. Each call has a group and people of its own, a read has them once
 * for all rounds; they are deleted after each route, so that the community keeps its size.
 */
export async function measureWrites(bench: Bench, { invoke }: Meter, rounds: number) {
  const { muster, newEden, execute } = bench;
  const scenes = await openScenes(muster, administratorOf(muster));
  const tidy = await openTidy(bench);
  const measured = new Set(READS.map(({ name }) => `GET /api${name.split(" ")[0]}`));
  for (const [route, row] of Object.entries(ACCESS)) {
    if (measured.has(route) || route in FLOWS) continue;
    // 401 would measure nothing but the missing session, or the missing token of an application.
    const best = Math.min(...row.statuses.filter((status) => status !== 401));
    if (best === Infinity) continue;
    const role = ROLES[row.statuses.indexOf(best)] ?? "system administrator";
    const name = route.replace("/api", "").concat(best < 300 ? "" : ` (${best})`);
    const prepare = () => scenes.prepareCall(route, row, role, "public");
    let call = await prepare();
    for (let round = 0; round < rounds; round += 1) {
      newEden.forget();
      newEden.world.discord.usage.clear();
      // Routes create these under a name or an id, of which there can be only one.
      await execute("delete from corporations where id = ?", QUIET_ENGINES_ID);
      await execute("delete from categories where name = 'New'");
      await execute("delete from watch_entries");
      const { status, body } = await invoke(name, call.path, call.init);
      if (status !== best && route !== "DELETE /api/groups/categories/:id")
        throw new Error(`${name}: ${status} ${body}`);
      if (call.init.method !== "GET" || route in LIMITED) call = await prepare();
    }
    await tidy();
  }
}

/** Deletes what is not there now: groups, corporations, servers, applications and people. */
async function openTidy({ execute, read }: Bench): Promise<() => Promise<void>> {
  const idsOf = async (table: string) =>
    JSON.stringify((await read<{ id: string }>(`select id from ${table}`)).map(({ id }) => id));
  const [groups, users, corporations] = [
    await idsOf("groups"),
    await idsOf("users"),
    await idsOf("corporations"),
  ];
  const isNew = "not in (select value from json_each(?))";
  return async () => {
    await execute("delete from discord_servers");
    await execute("delete from applications");
    await execute(`delete from corporations where id ${isNew}`, corporations);
    await execute(`delete from groups where id ${isNew}`, groups);
    await execute(`delete from group_members where user_id ${isNew}`, users);
    await execute(`update users set main_character_id = null where id ${isNew}`, users);
    await execute(`update characters set user_id = null where user_id ${isNew}`, users);
    await execute(`delete from users where id ${isNew}`, users);
  };
}

/** Reads that a user may repeat a few times only. */
const LIMITED: Record<string, true> = { "GET /api/account/export": true };

/** Routes of the sign-in, which need EVE's answers. */
const FLOWS: Record<string, true> = {
  "GET /api/auth/callback": true,
  "POST /api/auth/claim-main": true,
};

/** A browser that signs in: of its requests, those that verify tokens are measured. */
export async function measureSignIns(
  { muster, newEden }: Bench,
  { invoke }: Meter,
  rounds: number,
) {
  let measured: string | undefined;
  const send: typeof muster.send = async (path, init) => {
    if (measured === undefined) return muster.send(path, init);
    const { status, headers, body } = await invoke(measured, path, init);
    return new Response(status === 204 ? null : body, { status, headers });
  };
  const as = async <Value>(name: string, act: () => Promise<Value>): Promise<Value> => {
    measured = name;
    try {
      return await act();
    } finally {
      measured = undefined;
    }
  };
  for (let round = 0; round < rounds; round += 1) {
    newEden.forget();
    const browser = openBrowser({ newEdenBase: muster.newEdenBase, send });
    const pilot = await browser.newEden.createPilot();
    const answer = async (kind: "login" | "character" | "proof", id: number) =>
      browser.approve(await browser.start(kind, kind === "login" ? undefined : {}), id);
    const first = await answer("login", pilot.id);
    await as("GET /auth/callback (a new player)", () => browser.callback(first));
    const body = { characterId: pilot.id };
    const claimed = await as("POST /auth/claim-main", () =>
      browser.send("/auth/claim-main", "POST", body),
    );
    const { sessionToken } = await readJson(claimed, newSessionSchema);
    browser.signInWith(sessionToken);
    const again = await answer("login", pilot.id);
    await as("GET /auth/callback (sign-in)", () => browser.callback(again));
    const alt = await browser.newEden.createPilot();
    const linked = await answer("character", alt.id);
    await as("GET /auth/callback (link)", () => browser.callback(linked));
  }
}
