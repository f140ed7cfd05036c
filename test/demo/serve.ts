import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";
import { unstable_getMiniflareWorkerOptions as readBuild } from "wrangler";
import { migrate } from "#test/tools/local/migrate.ts";
import { DEMO_CONFIG, DEMO_SCHEMA } from "./build.ts";

/** Serves the built demo in workerd, with a database in memory as a new deployment has it. */
export async function serveDemo(port: number) {
  const { workerOptions } = readBuild(DEMO_CONFIG);
  const { modulesRules: _, rootPath: __, ...demo } = workerOptions;
  const folder = dirname(DEMO_CONFIG);
  const files = ["index.js", ...globSync("assets/*.js", { cwd: folder })];
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      port,
      host: "127.0.0.1",
      log: new Log(LogLevel.ERROR),
      telemetry: { enabled: false },
      workers: [
        {
          ...demo,
          name: "muster-demo",
          modulesRoot: "/",
          modules: files.map((file) => ({
            type: "ESModule" as const,
            path: `/${file}`,
            contents: readFileSync(join(folder, file), "utf8"),
          })),
          // What reaches the network fails the test.
          outboundService: (request) => {
            throw new Error(`The demo asked ${request.url}.`);
          },
        },
      ],
    }),
  );
  await miniflare.ready;
  const bindings = await miniflare.getBindings<Env>();
  await migrate(bindings);
  const schema: string[] = JSON.parse(readFileSync(DEMO_SCHEMA, "utf8"));
  await bindings.DB.batch(schema.map((statement) => bindings.DB.prepare(statement)));
  const worker = await miniflare.getWorker("muster-demo");
  return {
    database: bindings.DB,
    /** The cron of every minute, at this time. */
    runCron: (at: Date) => worker.scheduled({ cron: "* * * * *", scheduledTime: at }),
    stop: () => miniflare.dispose(),
  };
}
