import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { askNewEden } from "#test/demo/new-eden.ts";
import { saveState } from "#test/new-eden/saved-state.ts";
import { LOCAL_CLIENT } from "#test/new-eden/sso/clients.ts";
import { createWorld } from "#test/new-eden/world.ts";

const PILOT_ID = 2112000001;
const ROUNDS = 4;

/** A pilot is chosen at EVE: this issues a code. */
function choosePilot(state: string) {
  const query = new URLSearchParams({
    response_type: "code",
    client_id: LOCAL_CLIENT.id,
    redirect_uri: "https://demo.invalid/auth/callback",
    scope: "publicData",
    state,
  });
  return askNewEden(
    env.DB,
    new Request(`https://demo.invalid/sso/v2/oauth/authorize?${query.toString()}`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ character_id: String(PILOT_ID) }).toString(),
    }),
  );
}

test("visitors of the demo who sign in at once do not undo each other", async () => {
  await env.DB.exec(
    "create table demo_world (seeding text primary key, version integer not null, kept text not null)",
  );
  const state = await saveState(createWorld("/new-eden"));
  const kept = JSON.stringify({ bornAt: Date.now(), state, codes: [], discordCodes: [] });
  await env.DB.prepare("insert into demo_world values ('1 1', 0, ?)").bind(kept).run();

  const answers = await Promise.all(
    Array.from({ length: ROUNDS }, (_, index) => choosePilot(`visitor ${index}`)),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: ROUNDS }, () => 302));
  const row = await env.DB.prepare(
    "select version, json_array_length(kept, '$.codes') as codes from demo_world",
  ).first();
  expect(row).toEqual({ version: ROUNDS, codes: ROUNDS });
});
