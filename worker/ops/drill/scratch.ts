import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import * as z from "zod/mini";
import { OUR_TABLES } from "#worker/ops/backup/check-restored.ts";
import { databasesSchema } from "#worker/ops/deploy/plan.ts";
import { query, wrangler } from "#worker/ops/wrangler.ts";

export type LiveDatabase = { name: string; id: string; account?: string | undefined };

/** A new local database in a folder of its own, which the build finds there: the configuration is the live one. */
export function openLocalScratch(folder: string, liveConfig: string) {
  mkdirSync(folder, { recursive: true });
  const config = join(folder, "wrangler.jsonc");
  copyFileSync(liveConfig, config);
  symlinkSync(resolve("migrations"), join(folder, "migrations"), "junction");
  return { config, state: join(folder, ".wrangler/state") };
}

/**
 * The database at Cloudflare to restore into: the one of this name, or one that `open` creates. Throws when it is the live one, or not
 * empty. `open` returns the configuration that names it.
 */
export async function findRemoteScratch(folder: string, name: string, live: LiveDatabase) {
  const list = async () =>
    z.parse(databasesSchema, JSON.parse(await wrangler(["d1", "list", "--json"])));
  const find = async () => (await list()).find((database) => database.name === name)?.uuid;
  const configFor = (id: string) => writeConfig(folder, { name, id, account: live.account });
  const present = name === live.name ? live.id : await find();
  if (present === live.id) {
    throw new Error(`${name} is the live database. Give another name: --into muster-drill`);
  }
  if (present !== undefined) {
    const config = configFor(present);
    const [tables = []] = await query({ place: "--remote", config }, [OUR_TABLES]);
    if (tables.length === 0) return { isNew: false, open: () => Promise.resolve(config) };
    throw new Error(
      `${name} is not empty (${tables.length} tables): nothing was changed. Give the name of a new database, or delete that one first: npx wrangler d1 delete ${name}`,
    );
  }
  const open = async () => {
    await wrangler(["d1", "create", name]);
    const id = await find();
    if (id === undefined) throw new Error(`The database ${name} was not created.`);
    return configFor(id);
  };
  return { isNew: true, open };
}

function writeConfig(folder: string, { name, id, account }: LiveDatabase): string {
  mkdirSync(folder, { recursive: true });
  const config = join(folder, "wrangler.jsonc");
  const database = { binding: "DB", database_name: name, database_id: id };
  writeFileSync(
    config,
    JSON.stringify({
      name: "muster-drill",
      compatibility_date: "2026-10-01",
      ...(account !== undefined && { account_id: account }),
      d1_databases: [{ ...database, migrations_dir: resolve("migrations") }],
    }),
  );
  return config;
}
