import { createMiddleware } from "hono/factory";
import { findDiscordUser } from "./discord/concerned.ts";
import { countAnswer } from "./discord/tally.ts";
import { takeFault } from "./faults.ts";
import type { Fault, FaultKind, Service } from "./faults.ts";
import { answerSchema, withMarkup, withNullFields } from "./esi/odd-answers.ts";
import {
  answerFault,
  CONTENT_FAULTS,
  damageHeaders,
  HEADER_FAULTS,
  STATUS_FAULTS,
} from "./fault-answers.ts";
import { logRequest, withoutSecrets } from "./request-log.ts";
import { now } from "./world.ts";
import type { NewEdenApp, World } from "./world.ts";

const DEFAULT_DELAY_MS = 2_000;
const HELD_POLL_MS = 5;
/** Muster gives up after ten seconds: a test that has failed leaves nothing behind for long. */
const LONGEST_HOLD_MS = 20_000;

/** Shared by all services: faults strike before the service runs, and requests are logged. */
export function faultsAndLog(service: Service) {
  return createMiddleware<NewEdenApp>(async (c, next) => {
    const { world } = c.env;
    const { method } = c.req;
    const path = c.req.path.slice(`/${service}`.length);
    const query = new URL(c.req.url).searchParams;
    const characterId = await findCharacter(world, c.req.raw, path);
    const page = Number(query.get("page") ?? 1);
    const discordUserId =
      service === "discord" ? await findDiscordUser(world, c.req.raw, path) : undefined;
    const occasion = { service, path, page, method, characterId, discordUserId };

    const delay = takeFault(world, { ...occasion, kinds: ["slow"] });
    if (delay?.isHeld) await removal(world, delay);
    else if (delay !== undefined) await sleep(delay.delayMs ?? DEFAULT_DELAY_MS);

    const fault = takeFault(world, { ...occasion, kinds: STATUS_FAULTS });
    const answer = fault && answerFault(fault, world, path);
    if (answer === undefined) await next();
    else c.res = answer;

    const broken = c.res.ok && takeFault(world, { ...occasion, kinds: CONTENT_FAULTS });
    if (broken) c.res = await damageContent(broken.kind, c.res, method, path);
    const isAnswer = c.res.ok || c.res.status === 304;
    const damaged = isAnswer && takeFault(world, { ...occasion, kinds: HEADER_FAULTS });
    if (damaged) {
      const response = damageHeaders(damaged, c.res);
      // Hono adds the headers of the response before to the next one.
      c.res = undefined;
      c.res = response;
    }
    if (service === "discord" && path.startsWith("/api/")) {
      await countAnswer(world, method, c.res);
    }

    logRequest(world, {
      service,
      method,
      path,
      query: withoutSecrets(query),
      status: c.res.status,
      at: new Date(now(world)).toISOString(),
      characterId,
      isConditional: c.req.header("if-none-match") !== undefined,
    });
  });
}

/** The pilot that a request concerns, from its path, code or refresh token. */
async function findCharacter(world: World, request: Request, path: string) {
  const inPath = /^\/characters\/(\d+)/.exec(path)?.[1];
  if (inPath !== undefined) return Number(inPath);
  if (!path.endsWith("/token")) return undefined;
  const form = new URLSearchParams(await request.clone().text());
  const grant = world.grants.get(form.get("refresh_token") ?? "");
  return (grant ?? world.codes.get(form.get("code") ?? ""))?.characterId;
}

async function damageContent(kind: FaultKind, response: Response, method: string, path: string) {
  if (kind === "malformed_json") return cutShort(response);
  const answer: unknown = await response.json();
  const hasTitles = path.endsWith("/titles") && !path.endsWith("/members/titles");
  const changed =
    kind === "null_fields"
      ? withNullFields(answer, answerSchema(method, path))
      : hasTitles
        ? withMarkup(answer)
        : answer;
  return new Response(JSON.stringify(changed), response);
}

async function cutShort(response: Response): Promise<Response> {
  const text = await response.text();
  const origins = response.headers.get("access-control-allow-origin");
  return new Response(text.slice(0, Math.ceil(text.length / 2)), {
    status: response.status,
    headers: {
      "Content-Type": response.headers.get("content-type") ?? "application/json",
      ...(origins !== null && { "Access-Control-Allow-Origin": origins }),
    },
  });
}

async function removal(world: World, fault: Fault) {
  const end = performance.now() + LONGEST_HOLD_MS;
  while (world.faults.includes(fault) && performance.now() < end) await sleep(HELD_POLL_MS);
}

function sleep(ms: number) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
