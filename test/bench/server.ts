import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";
import { localVars } from "#test/new-eden/local-vars.ts";

const QUEUES = { FETCH_QUEUE: "muster-fetch", WORK_QUEUE: "muster-work" };
/** As in wrangler.jsonc. A local queue delivers one batch after another. */
const CONSUMER = { maxBatchSize: 1, maxBatchTimeout: 0, maxRetries: 10 };

/** A file and its text. */
export type Module = { path: string; contents: string };

type Options = {
  bindings?: Record<string, string>;
  /** Whether the Worker consumes its queue. */
  isConsumer?: boolean;
};

/**
 * workerd on a real port, without the proxy of a development server. The first module is the
 * entry; `state` holds the database.
 */
export async function startServer(
  modules: Module[],
  state: string,
  { bindings = {}, isConsumer = false }: Options = {},
) {
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      modules: modules.map((module) => ({ type: "ESModule", ...module })),
      modulesRoot: "/",
      compatibilityDate: "2026-10-01",
      bindings: { ...localVars(0), ...bindings },
      versionMetadata: "VERSION",
      d1Databases: { DB: "muster" },
      queueProducers: QUEUES,
      ...(isConsumer && {
        queueConsumers: Object.fromEntries(Object.values(QUEUES).map((name) => [name, CONSUMER])),
      }),
      resourcePersistencePath: state,
      unsafeDirectSockets: [{ host: "127.0.0.1", port: 0 }],
      port: 0,
      log: new Log(LogLevel.ERROR),
      // The log lines are not read here.
      handleStructuredLogs: () => {},
    }),
  );
  await miniflare.ready;
  return {
    url: await miniflare.unsafeGetDirectURL(),
    database: () => miniflare.getD1Database("DB"),
    async fireCron(cron: string) {
      await (await miniflare.getWorker()).scheduled({ cron, scheduledTime: new Date() });
    },
    stop: () => miniflare.dispose(),
  };
}
