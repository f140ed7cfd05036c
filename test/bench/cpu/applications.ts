import * as z from "zod/mini";
import { MAX_FACT_VALUES } from "#shared/applications/api.ts";
import { createApplication, createToken } from "#test/bench/arrangements.ts";
import { CAST } from "#test/bench/cast.ts";
import { headersOf } from "#test/bench/measure.ts";
import { readJson } from "#test/support/answers/read-json.ts";
import type { Bench } from "./community.ts";
import type { Meter } from "./meter.ts";

const REDIRECT = "https://wiki.example.com/callback";
const LOOKED_UP = 100;

const consentSchema = z.object({ url: z.string() });
const tokensSchema = z.object({ access_token: z.string(), refresh_token: z.string() });

/** What an application asks for: the sign-in of a player, its renewal, their data, and each route of the API. */
export async function measureApplications(
  { muster, read, execute }: Bench,
  { invoke, deliver }: Meter,
  rounds: number,
) {
  const { id, secret } = await createApplication(muster, {
    name: "Wiki",
    redirectUri: REDIRECT,
    groupIds: ["g0"],
  });
  const bearer = { authorization: `Bearer ${await createToken(muster, id)}` };
  // Without an application there are no keys. One signs, the other is published.
  for (let key = 0; key < 2; key += 1) {
    await deliver("queue: job signing-keys (a new key)", [{ kind: "job", name: "signing-keys" }]);
  }

  const expectOk = async (name: string, path: string, init: RequestInit) => {
    const answer = await invoke(name, path, init);
    if (answer.status >= 400) throw new Error(`${name}: ${answer.status} ${answer.body}`);
    return answer;
  };
  const json = { "content-type": "application/json" };
  const characterIds = Array.from({ length: LOOKED_UP }, (_, n) => CAST.pilot.mainId + n);
  const query = String(
    new URLSearchParams({
      client_id: id,
      redirect_uri: REDIRECT,
      response_type: "code",
      scope: "openid profile groups characters offline_access",
      state: "a state",
      nonce: "a nonce",
    }),
  );
  const client = `Basic ${btoa(`${id}:${secret}`)}`;
  const redeem = async (name: string, parameters: Record<string, string>) => {
    const body = new URLSearchParams(parameters);
    const headers = { authorization: client };
    const answer = await expectOk(name, "/oauth/token", { method: "POST", headers, body });
    return readJson(new Response(answer.body), tokensSchema);
  };

  const people = await read<{ id: string }>(`select id from users limit ${MAX_FACT_VALUES}`);
  const tell = (name: string, round: number, isChanged: boolean) =>
    expectOk(name, "/api/v1/facts/fleets", {
      method: "PUT",
      headers: { ...bearer, ...json },
      body: JSON.stringify({
        asOf: new Date().toISOString(),
        values: people.map(({ id: pilot }) => ({ pilot, value: isChanged ? round : round - 1 })),
      }),
    });
  const asAdministrator = { ...headersOf("admin"), ...json };
  const facts = `/api/admin/applications/${id}/facts`;
  const change = (name: string, method: string, path: string, body?: object) =>
    expectOk(name, path, {
      method,
      headers: asAdministrator,
      ...(body && { body: JSON.stringify(body) }),
    });
  const declared = { kind: "number", options: [], maxAgeHours: 72, missing: "unknown" };
  await change("POST /admin/applications/:id/facts", "POST", facts, {
    ...declared,
    key: "fleets",
    title: "Fleets",
  });
  await tell(`PUT /v1/facts/:key (${people.length} changed)`, 0, true);

  for (let round = 1; round <= rounds; round += 1) {
    // Each round stands for another day: an application may tell about 6,000 changed values in one.
    await execute("update applications set daily_acts = null");
    await execute("update users set daily_acts = null");
    await tell(`PUT /v1/facts/:key (${people.length} unchanged)`, round, false);
    await tell(`PUT /v1/facts/:key (${people.length} changed)`, round, true);
    await expectOk("GET /v1/facts", "/api/v1/facts", { headers: bearer });
    await expectOk("GET /admin/applications/:id/facts", facts, { headers: asAdministrator });
    const other = { ...declared, key: "kills", title: "Kills" };
    await change("POST /admin/applications/:id/facts", "POST", facts, other);
    const one = `${facts}/kills`;
    await change("PATCH /admin/applications/:id/facts/:key", "PATCH", one, { title: "Killed" });
    await change("DELETE /admin/applications/:id/facts/:key", "DELETE", one);
  }

  for (let round = 0; round < rounds; round += 1) {
    for (const path of ["token", "pilots?name=Kestrel", "groups", "groups/g0/members"]) {
      await expectOk(`GET /v1/${path.split("?")[0]}`, `/api/v1/${path}`, { headers: bearer });
    }
    await expectOk("GET /v1/corporations", "/api/v1/corporations", { headers: bearer });
    await expectOk(`POST /v1/pilots/lookup (${LOOKED_UP})`, "/api/v1/pilots/lookup", {
      method: "POST",
      headers: { ...bearer, ...json },
      body: JSON.stringify({ characterIds }),
    });

    await expectOk("GET /oauth/authorize", `/oauth/authorize?${query}`, {});
    const consent = await expectOk("POST /consent", "/api/consent", {
      method: "POST",
      headers: { authorization: `Bearer ${CAST.pilot.token}`, ...json },
      body: JSON.stringify({ query, decision: "allow" }),
    });
    const { url } = await readJson(new Response(consent.body), consentSchema);
    const code = new URL(url).searchParams.get("code") ?? "";
    const first = await redeem("POST /oauth/token (a code)", {
      grant_type: "authorization_code",
      code,
      redirect_uri: REDIRECT,
    });
    await redeem("POST /oauth/token (a renewal)", {
      grant_type: "refresh_token",
      refresh_token: first.refresh_token,
    });
    const authorization = `Bearer ${first.access_token}`;
    await expectOk("GET /oauth/userinfo", "/oauth/userinfo", { headers: { authorization } });
  }
}
