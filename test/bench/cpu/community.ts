import { openClient } from "#test/bench/client.ts";
import { buildCorporation, openKnownCommunity } from "#test/bench/known-community.ts";
import { startServer } from "#test/bench/server.ts";
import type { Module } from "#test/bench/server.ts";
import type { HoldingsChange } from "#test/new-eden/control/corporations.ts";
import { localVars, newEdenUrls } from "#test/new-eden/local-vars.ts";
import { readConfig } from "#worker/ground/config.ts";
import { newSigningKeys } from "#worker/ops/deploy/config.ts";
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
    ...newSigningKeys(),
    ...moreVariables,
  };
  const config = await readConfig(variables);
  const state = await openKnownCommunity(users, scratch, { config, world: newEden.world });

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
    corporations.push(await buildCorporation(muster, { holdings, directors: DIRECTORS_EACH }));
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
