import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createPilot } from "#test/new-eden/control/pilots.ts";
import { localVars, newEdenUrls } from "#test/new-eden/local-vars.ts";
import type { HoldingsChange } from "#test/new-eden/control/corporations.ts";
import type { Community } from "#test/support/harness.ts";
import { newEdenControl } from "#test/support/new-eden.ts";
import { linkPilot } from "#test/support/pilot-builder.ts";
import { readConfig } from "#worker/config.ts";
import { encrypt } from "#worker/crypto.ts";
import { CHARACTER_SCOPES, DIRECTOR_SCOPES } from "#worker/esi/scopes.ts";
import { CAST } from "#test/bench/cast.ts";
import { openClient } from "#test/bench/client.ts";
import { findDatabase, openCommunity } from "#test/bench/database.ts";
import { startServer } from "#test/bench/server.ts";
import type { Module } from "#test/bench/server.ts";
import { startNewEden } from "./new-eden.ts";
import { startProduct } from "./workerd.ts";

/** Larger communities need the paid plan for their rows and requests (docs/performance.md). */
const FREE_USERS = 500;
/** The corporations of a community of 500; a larger one has a tenth of that for each 500 users. */
const CORPORATIONS = 4;
const DIRECTORS_EACH = 2;
const HOLDINGS: HoldingsChange = {
  strangers: 1_500,
  assets: 25_000,
  structures: 12,
  orders: 600,
  contracts: 900,
  killmails: 900,
  journal: 2_500,
};

export type Bench = Awaited<ReturnType<typeof openBench>>;

type Size = {
  users: number;
  corporations?: number;
  holdings?: HoldingsChange;
  /** Further variables of the Worker. */
  more?: Record<string, string>;
  /** The Worker calls other addresses than New Eden's. Without it, New Eden answers whatever it calls. */
  hasNetwork?: boolean;
};

/** The Worker, D1 and New Eden, each in a process of its own, with a community of this size that New Eden knows. */
export async function openBench(
  {
    users,
    corporations: corporationCount = CORPORATIONS * Math.ceil(users / 2_500),
    holdings = HOLDINGS,
    more: moreVariables = {},
    hasNetwork = false,
  }: Size,
  scratch: string,
  modules: { product: Module[]; d1: Module },
) {
  const newEden = await startNewEden();
  const plan = users > FREE_USERS ? "paid" : "free";
  const variables = {
    ...localVars(0),
    ...newEdenUrls(newEden.base),
    PLAN: plan,
    ...moreVariables,
  };
  const config = await readConfig(variables);
  const state = await openCommunity(users, scratch);
  const file = findDatabase(state) ?? "";
  const db = new DatabaseSync(join(state, file));
  // The crowd's corporations have directors without grants.
  db.exec("update corporations set is_active = 0");
  const ids = db.prepare("select character_id as id from eve_tokens").all();
  const update = db.prepare(
    "update eve_tokens set refresh_token = ?, access_token = ? where character_id = ?",
  );
  db.exec("begin");
  for (const { id } of ids) {
    const ciphertext = await encrypt(config.keyring, "a-token-of-eve-sso", String(id));
    update.run(ciphertext, ciphertext, Number(id));
  }
  db.exec("commit");
  for (const { id } of db.prepare("select id from characters").all()) {
    createPilot(newEden.world, { id: Number(id) });
  }
  db.close();

  const d1 = await startServer([modules.d1], state);
  const start = (more: object = {}) =>
    startProduct(modules.product, {
      database: d1.url,
      network: hasNetwork ? undefined : new URL(newEden.base),
      variables: { ...variables, ...more },
      scratch,
    });
  const product = await start();
  const database = await d1.database();
  const muster = openClient({ url: product.url, database, config, newEdenBase: newEden.base });
  const corporations = [];
  for (let nth = 0; nth < corporationCount; nth += 1) {
    corporations.push(await buildCorporation(muster, holdings));
  }
  return {
    users,
    muster,
    newEden,
    product,
    start,
    corporations,
    databaseUrl: d1.url,
    execute: (query: string, ...values: unknown[]) =>
      database
        .prepare(query)
        .bind(...values)
        .run(),
    read: async <Row>(query: string, ...values: unknown[]) =>
      (
        await database
          .prepare(query)
          .bind(...values)
          .all<Row>()
      ).results,
    async stop() {
      await product.stop();
      await d1.stop();
      newEden.stop();
    },
  };
}

/** A managed corporation with directors. */
async function buildCorporation(muster: Community, holdings: HoldingsChange): Promise<number> {
  const newEden = newEdenControl(muster.newEdenBase);
  const { id, name, ticker } = await newEden.createCorporation();
  await newEden.setHoldings(id, holdings);
  const { corporations } = muster.client(CAST.admin.token, CAST.admin.proof);
  const created = await corporations.$post({ json: { corporationId: id, name, ticker } });
  if (!created.ok) throw new Error(await created.text());
  for (let nth = 0; nth < DIRECTORS_EACH; nth += 1) {
    const { pilot } = await linkPilot(
      muster,
      { corporationId: id, roles: ["Director"] },
      { scopes: [...CHARACTER_SCOPES, ...DIRECTOR_SCOPES] },
    );
    const added = await corporations[":id"].directors.$post({
      param: { id: String(id) },
      json: { characterId: pilot.id, characterName: pilot.name },
    });
    if (!added.ok) throw new Error(await added.text());
    const { directorId } = await added.json();
    const one = { id: String(id), directorId };
    await corporations[":id"].directors[":directorId"].verify.$post({ param: one });
  }
  return id;
}
