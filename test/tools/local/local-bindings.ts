import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { D1Database, D1PreparedStatement } from "@cloudflare/workers-types";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";
import {
  unstable_getMiniflareWorkerOptions as readOptions,
  unstable_readConfig as readConfig,
} from "wrangler";
import { modulesOf } from "#worker/ops/backup/start-restored.ts";

const BATCHES = fileURLToPath(new URL("batches.mjs", import.meta.url));

type Statement = { sql: string; params: unknown[] };

/**
 * The bindings that a configuration of wrangler has, on the state in this directory. wrangler's `getPlatformProxy` gives them too, but
 * there each statement of D1 stops the process twice; here a batch is one request.
 */
export async function openLocalBindings(config: string, state: string) {
  const configuration = readConfig({ config });
  const { workerOptions } = readOptions(configuration);
  const { modulesRules: _, rootPath: __, queueConsumers: ___, ...options } = workerOptions;
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      port: 0,
      log: new Log(LogLevel.ERROR),
      resourcePersistencePath: join(state, "v3"),
      telemetry: { enabled: false },
      workers: [
        {
          ...options,
          name: "batches",
          // Without .dev.vars, which is for the real services.
          bindings: configuration.vars,
          ...modulesOf(dirname(BATCHES), basename(BATCHES)),
        },
      ],
    }),
  );
  const env = await miniflare.getBindings<Env>();
  const execute = async (statements: Statement[], isRaw = false) => {
    const body = JSON.stringify({ statements, isRaw });
    const response = await miniflare.dispatchFetch("http://batches/", { method: "POST", body });
    const { answers, refused } = JSON.parse(await response.text());
    if (refused !== undefined) throw new Error(refused);
    return answers;
  };
  return { env: { ...env, DB: inBatches(env.DB, execute) }, dispose: () => miniflare.dispose() };
}

/** D1 in another process: a statement is only here until it is sent, as JSON. */
function inBatches(
  real: D1Database,
  execute: (statements: Statement[], isRaw?: boolean) => ReturnType<typeof JSON.parse>,
): D1Database {
  const sources = new WeakMap<D1PreparedStatement, Statement>();
  const sourceOf = (statement: D1PreparedStatement) => {
    const source = sources.get(statement);
    if (source === undefined) throw new Error("A statement of another database.");
    return source;
  };

  function prepare(source: Statement): D1PreparedStatement {
    const all = async () => (await execute([source]))[0];
    const statement: D1PreparedStatement = {
      bind: (...params) => {
        if (!params.every(isPlain)) throw new TypeError(`No parameters for ${source.sql}`);
        return prepare({ ...source, params });
      },
      all,
      run: all,
      first: async (column?: string) => {
        const [row = null] = (await all()).results;
        return column === undefined ? row : (row?.[column] ?? null);
      },
      raw: async () => (await execute([source], true))[0],
    };
    sources.set(statement, source);
    return statement;
  }

  return {
    prepare: (sql) => prepare({ sql, params: [] }),
    batch: (statements) => execute(statements.map(sourceOf)),
    exec: (sql) => real.exec(sql),
    withSession: (place) => real.withSession(place),
    dump: () => real.dump(),
  };
}

/** JSON would make null of undefined, and an object of bytes. */
function isPlain(param: unknown): boolean {
  return param === null || ["string", "number", "boolean"].includes(typeof param);
}
