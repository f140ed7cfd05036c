import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";
import type { Request as WorkerRequest } from "miniflare";
import { RESET_HEADER } from "#test/new-eden/fault-answers.ts";
import { NEW_EDEN_PATH, openLocalWorld } from "#test/new-eden/local-world.ts";
import { localVars } from "#test/new-eden/local-vars.ts";
import { modulesOf, readBuiltWorker } from "#worker/ops/backup/start-restored.ts";

const FRONT = fileURLToPath(new URL("front.mjs", import.meta.url));

/** The hosts in the build, which is that of production (docs/decisions/0012-image-host-at-build-time.md). */
const IMAGES = "https://images.evetech.net";
const LOGIN_IMAGE =
  "https://web.ccpgamescdn.com/eveonlineassets/developers/eve-sso-login-black-large.png";
const DISCORD = "https://discord.com";

type Place = {
  port: number;
  state: string;
  /** A copy by `copyBuild` for this port; else one of dist/ is made. */
  copy?: string;
  images?: string;
  onLog?: (text: string) => void;
};

/**
 * Serves a build on New Eden: workerd itself listens on the port, and treats requests and static files as
 * Cloudflare does. A later build does not change what is served.
 */
export async function serveBuild({
  port,
  state,
  images = localVars(port).EVE_IMAGES_URL,
  copy = copyBuild("dist", `${state}.build`, { port, images }),
  onLog = () => {},
}: Place) {
  const vars = { ...localVars(port), EVE_IMAGES_URL: images };

  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      port: 0,
      log: new Log(LogLevel.ERROR),
      handleStructuredLogs: ({ message }) => onLog(message),
      resourcePersistencePath: join(resolve(state), "v3"),
      telemetry: { enabled: false },
      workers: [
        {
          name: "front",
          ...modulesOf(dirname(FRONT), basename(FRONT), "whole-body.mjs"),
          compatibilityDate: "2026-10-01",
          bindings: { newEdenPath: NEW_EDEN_PATH, resetHeader: RESET_HEADER },
          serviceBindings: { PRODUCT: "muster", NEW_EDEN: answerBrowser },
          // By number, because `localhost` can mean ::1, and then Discord's host name would not answer.
          unsafeDirectSockets: [{ host: "127.0.0.1", port }],
        },
        {
          ...readBuiltWorker(copy),
          bindings: vars,
          outboundService: answerProduct,
        },
      ],
    }),
  );
  // No job is due at the time 0: New Eden's page has a button for the jobs of each schedule.
  const world = await openLocalWorld(port, async (cron) => {
    const worker = await miniflare.getWorker("muster");
    const { outcome } = await worker.scheduled({ cron, scheduledTime: new Date(0) });
    if (outcome !== "ok") throw new Error(`The cron ${cron} failed: ${outcome}`);
  });

  async function answerBrowser(request: WorkerRequest) {
    return world.answer(await insideNewEden(request));
  }

  async function answerProduct(request: WorkerRequest) {
    const { origin, pathname } = new URL(request.url);
    const isLocal = [vars.EVE_SSO_URL, vars.DISCORD_URL].some(
      (url) => new URL(url).origin === origin,
    );
    if (!isLocal || !pathname.startsWith(`${NEW_EDEN_PATH}/`)) {
      throw new Error(`Muster has no network here: ${request.method} ${origin}${pathname}`);
    }
    const response = await world.answer(await insideNewEden(request));
    // Not HTTP, so that the Worker's fetch rejects, as it does when a connection is reset.
    return response.headers.has(RESET_HEADER)
      ? new Response(null, { status: 500, headers: { "Content-Length": "not a number" } })
      : response;
  }

  await miniflare.ready;
  return { greeting: world.greeting, stop: () => miniflare.dispose() };
}

type Addresses = { port: number; images?: string };

/** Copies the build, with New Eden's addresses at this port in place of those of EVE and Discord. Returns where the copy is. */
export function copyBuild(build: string, to: string, { port, images }: Addresses): string {
  const { DISCORD_URL, EVE_IMAGES_URL } = localVars(port);
  const imagesUrl = images ?? EVE_IMAGES_URL;
  const copy = resolve(to);
  rmSync(copy, { recursive: true, force: true });
  cpSync(build, copy, { recursive: true });
  const client = join(copy, "client");
  for (const name of globSync("assets/**/*.js", { cwd: client })) {
    replaceIn(join(client, name), {
      [LOGIN_IMAGE]: `${imagesUrl}/eve-sso-login-black-large.png`,
      [IMAGES]: imagesUrl,
    });
  }
  replaceIn(join(client, "_headers"), {
    [IMAGES]: new URL(imagesUrl).origin,
    [DISCORD]: DISCORD_URL,
  });
  return copy;
}

function replaceIn(file: string, replacements: Record<string, string>) {
  const before = readFileSync(file, "utf8");
  const after = Object.entries(replacements).reduce(
    (text, [from, to]) => text.replaceAll(from, to),
    before,
  );
  if (after !== before) writeFileSync(file, after);
}

/** The request as New Eden's app takes it. workerd has a Request class of its own. */
async function insideNewEden(request: WorkerRequest): Promise<Request> {
  const url = new URL(request.url);
  url.pathname = url.pathname.slice(NEW_EDEN_PATH.length);
  const hasBody = request.method !== "GET" && request.method !== "HEAD";
  return new Request(url, {
    method: request.method,
    headers: [...request.headers],
    body: hasBody ? await request.arrayBuffer() : null,
  });
}
