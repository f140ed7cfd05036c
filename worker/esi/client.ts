import type { Language } from "#shared/language/languages.ts";
import { BUDGETS } from "#worker/ground/config.ts";
import type { Config } from "#worker/ground/config.ts";
import { PRODUCT_VERSION } from "#worker/ground/version.ts";
import { bucketOf, downtimeLeftMs, limitConcurrency, openCooldowns } from "./cooldowns.ts";
import type { Cooldown, Priority } from "./cooldowns.ts";
import { fillPath } from "./endpoint.ts";
import type { Endpoint, PathParams } from "./endpoint.ts";
import { EsiError, reasonOfStatus } from "./error.ts";
import { datesOf } from "./eve-date.ts";
import type { Dated } from "./eve-date.ts";

const USER_AGENT = `Muster/${PRODUCT_VERSION}`;
export const COMPATIBILITY_DATE = "2026-08-18";

/** Cloudflare opens six connections per invocation: https://developers.cloudflare.com/workers/platform/limits/ */
export const PARALLEL_CALLS = 6;
/** Leaves room for D1 and EVE's SSO in the 50 subrequests of the free plan. */
const DEFAULT_MAX_CALLS = 38;
const MAX_ATTEMPTS = 3;
/** A limit for one invocation, so that an outage does not use up its calls. */
const MAX_RETRIES = 6;
const FIRST_RETRY_MS = 250;
const TIMEOUT_MS: Record<Priority, number> = { interactive: 8000, background: 20_000 };
const RETRIED_STATUSES = new Set([502, 503, 504]);
const ERROR_TEXT_LENGTH = 200;
/** Estimates of processor time, measured by `npm run bench -- cpu`: a call, and a kilobyte that is parsed and stored. */
const MS_PER_CALL = 0.4;
const MS_PER_KB = 0.007;

type Renewal =
  | { state: "ok"; accessToken: string; scopes: string[]; covers: string[] }
  | { state: "unknown" }
  | { state: "revoked" };

/** A character's access token, and what the character has granted. */
export type EsiGrant = {
  characterId: number;
  accessToken: string;
  /** What all grants of the character cover. */
  scopes: string[];
  /** What this access token covers; without it, all of `scopes`. */
  covers?: string[];
  /**
   * Another access token for these scopes: if this one does not cover them, or instead of one that ESI refuses, which may have
   * expired early.
   */
  renew?: (wanted: { scopes: string[]; refused?: string }) => Promise<Renewal>;
};

export type EsiRequest<Path extends string> = {
  params: PathParams<Path>;
  body?: unknown;
  grant?: EsiGrant;
  /** The ETag of the stored response: ESI answers `unchanged` if it still matches. */
  etag?: string | null;
  page?: number;
  /** The language of names in the answer: English without it. */
  language?: Language;
};

/**
 * The metadata of a response. Requesting it again before `expiresAt` can get an application banned:
 * https://developers.eveonline.com/docs/services/esi/best-practices/#caching
 */
export type EsiMeta = Dated & {
  etag: string | null;
  expiresAt: Date | null;
  lastModified: string | null;
  /** Null without a readable `X-Pages`, as some of ESI's 304 answers are. */
  pages: number | null;
};

export type EsiAnswer<Answer> =
  | (EsiMeta & { state: "changed"; data: Answer })
  | (EsiMeta & { state: "unchanged" });

export type EsiOptions = {
  priority: Priority;
  /** The cooldowns that other isolates stored. */
  cooldowns?: Cooldown[];
  /** Processor time that the invocation has already spent, as an estimate. */
  spentMs?: number;
  maxCalls?: number;
  timeoutMs?: number;
  now?: () => number;
  sleep?: (ms: number) => Promise<void>;
  random?: () => number;
};

export type Esi = ReturnType<typeof openEsi>;

/** The ESI client of one invocation, with its connections, its calls and retries, and the cooldowns that it learns. */
export function openEsi(config: Config, options: EsiOptions) {
  const {
    priority,
    cooldowns = [],
    spentMs = 0,
    maxCalls = DEFAULT_MAX_CALLS,
    timeoutMs = TIMEOUT_MS[priority],
    now = Date.now,
    sleep = (ms) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
    random = Math.random,
  } = options;
  const limits = openCooldowns(config.ESI_URL, cooldowns, now);
  const inSlot = limitConcurrency(PARALLEL_CALLS);
  const renewals = new Map<string, Promise<EsiGrant>>();
  /** By character and scope, if the given token does not cover the scope. */
  const otherGrants = new Map<string, Promise<EsiGrant>>();
  let callsLeft = maxCalls;
  let msLeft = BUDGETS[config.PLAN].esiMs[priority] - spentMs;
  let retriesLeft = MAX_RETRIES;

  function admit(bucket: string) {
    limits.check(bucket, priority);
    const pauseMs = priority === "background" ? downtimeLeftMs(config, now()) : 0;
    if (pauseMs > 0) {
      throw new EsiError("unavailable", { retryAfterSeconds: Math.ceil(pauseMs / 1000) });
    }
    if (callsLeft <= 0) throw new EsiError("rate_limited", { detail: "no calls left here" });
    callsLeft -= 1;
  }

  /** One HTTP exchange with its body; a network error counts as `unavailable`. */
  async function exchange(url: URL, init: RequestInit) {
    try {
      const response = await fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) });
      return { response, text: await response.text() };
    } catch (cause) {
      throw new EsiError("unavailable", { cause });
    }
  }

  async function ask<Path extends string, Answer>(
    endpoint: Endpoint<Path, Answer>,
    request: EsiRequest<Path>,
  ): Promise<EsiAnswer<Answer>> {
    const bucket = bucketOf(endpoint.rateGroup, request.grant?.characterId);
    admit(bucket);
    const { response, text } = await exchange(
      urlOf(config, endpoint, request),
      initOf(config, endpoint, request),
    );
    msLeft -= MS_PER_CALL + MS_PER_KB * (text.length / 1024);
    limits.observe(bucket, response.status, response.headers);
    const meta = metaOf(response.headers, { ...request, ...endpoint }, now());
    if (response.status === 304) return { state: "unchanged", ...meta };
    if (!response.ok) throw refusal(response, text);
    if (endpoint.isPaged && meta.pages === null) {
      throw new EsiError("bad_answer", { status: 200, detail: `${endpoint.path} without X-Pages` });
    }
    return { state: "changed", data: read(endpoint, text), ...meta };
  }

  /** Throws an `EsiError`. After a 401 the access token is renewed once for all calls, and the call repeated once. */
  async function request<Path extends string, Answer>(
    endpoint: Endpoint<Path, Answer>,
    input: EsiRequest<Path>,
  ): Promise<EsiAnswer<Answer>> {
    const { scope } = endpoint;
    if (scope === undefined) return retry(endpoint, input);
    const grant = await grantFor(scope, input.grant);
    const request = { ...input, grant };
    try {
      return await retry(endpoint, request);
    } catch (error) {
      if (grant.renew === undefined || !isRefusedToken(error)) throw error;
      const { accessToken: refused } = grant;
      const renewal =
        renewals.get(refused) ?? renewGrant(grant, { scopes: coversOf(grant), refused });
      renewals.set(refused, renewal);
      // Here, because a renewal that fails before the call has a connection would be an unhandled rejection.
      const renewed = { ...input, grant: await renewal };
      return await retry(endpoint, renewed).catch((again: unknown) => {
        // EVE's sign-in has just issued this token, so the grant is valid.
        throw isRefusedToken(again)
          ? new EsiError("unavailable", { status: 401, cause: again })
          : again;
      });
    }
  }

  /** The grant of the character that covers the scope. */
  async function grantFor(scope: string, grant: EsiGrant | undefined): Promise<EsiGrant> {
    if (grant === undefined || !grant.scopes.includes(scope)) {
      throw new EsiError("missing_scope", { detail: scope });
    }
    if (coversOf(grant).includes(scope)) return grant;
    const key = `${grant.characterId} ${scope}`;
    const other = otherGrants.get(key) ?? renewGrant(grant, { scopes: [scope] });
    otherGrants.set(key, other);
    if (coversOf(await other).includes(scope)) return other;
    // EVE has just refused the grant that covered it.
    throw new EsiError("missing_scope", { detail: scope });
  }

  async function withRenewed<Path extends string>(
    input: EsiRequest<Path>,
  ): Promise<EsiRequest<Path>> {
    const renewed = await renewals.get(input.grant?.accessToken ?? "");
    return renewed === undefined ? input : { ...input, grant: renewed };
  }

  /** Retries only transient failures, with exponential backoff. */
  async function retry<Path extends string, Answer>(
    endpoint: Endpoint<Path, Answer>,
    input: EsiRequest<Path>,
  ): Promise<EsiAnswer<Answer>> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await inSlot(async () => ask(endpoint, await withRenewed(input)));
      } catch (error) {
        if (attempt === MAX_ATTEMPTS || !isTransient(error) || retriesLeft <= 0) throw error;
        retriesLeft -= 1;
        await sleep(FIRST_RETRY_MS * 2 ** (attempt - 1) * (1 + random()));
      }
    }
  }

  return {
    request,
    callsLeft: () => callsLeft,
    /** What is left of the processor time that the plan allows for ESI's answers, as an estimate. */
    msLeft: () => msLeft,
    /** For how many calls that is enough. */
    affordedCalls: () => Math.max(0, Math.floor(msLeft / MS_PER_CALL)),
    newCooldowns: limits.changes,
  };
}

/** Throws the actual cause: the grant is revoked, or EVE's sign-in does not answer. */
async function renewGrant(
  grant: EsiGrant,
  wanted: { scopes: string[]; refused?: string },
): Promise<EsiGrant> {
  const renewed = await grant.renew?.(wanted);
  if (renewed?.state === "revoked") throw new EsiError("token_revoked");
  if (renewed?.state !== "ok") throw new EsiError("unavailable", { detail: "no new token" });
  const { accessToken, scopes, covers } = renewed;
  return { ...grant, accessToken, scopes, covers };
}

const coversOf = ({ covers, scopes }: EsiGrant) => covers ?? scopes;

function isRefusedToken(error: unknown): boolean {
  return error instanceof EsiError && error.status === 401;
}

/** A network error has a cause and no status; a call that was not made has neither. */
function isTransient(error: unknown): boolean {
  if (!(error instanceof EsiError) || error.reason !== "unavailable") return false;
  return error.status === undefined
    ? error.cause !== undefined
    : RETRIED_STATUSES.has(error.status);
}

function urlOf<Path extends string, Answer>(
  config: Config,
  endpoint: Endpoint<Path, Answer>,
  { params, page }: EsiRequest<Path>,
): URL {
  const url = new URL(config.ESI_URL + fillPath(endpoint.path, params));
  if (page !== undefined) url.searchParams.set("page", String(page));
  return url;
}

function initOf<Path extends string, Answer>(
  config: Config,
  endpoint: Endpoint<Path, Answer>,
  { body, grant, etag, language }: EsiRequest<Path>,
): RequestInit {
  const headers = new Headers({
    Accept: "application/json",
    "User-Agent": config.ESI_CONTACT ? `${USER_AGENT} (${config.ESI_CONTACT})` : USER_AGENT,
    "X-Compatibility-Date": COMPATIBILITY_DATE,
  });
  // Public routes are called without a token: their rate limit is then not the character's.
  if (endpoint.scope !== undefined && grant !== undefined) {
    headers.set("Authorization", `Bearer ${grant.accessToken}`);
  }
  if (language) headers.set("Accept-Language", language);
  if (etag) headers.set("If-None-Match", etag);
  if (body === undefined) return { method: endpoint.method, headers };
  headers.set("Content-Type", "application/json");
  return { method: endpoint.method, headers, body: JSON.stringify(body) };
}

function metaOf(
  headers: Headers,
  { etag, cacheSeconds }: { etag?: string | null; cacheSeconds: number },
  now: number,
): EsiMeta {
  return {
    ...datesOf(headers, cacheSeconds, now),
    etag: headers.get("ETag") ?? etag ?? null,
    expiresAt: expiryOf(headers, now),
    lastModified: headers.get("Last-Modified"),
    pages: pagesIn(headers.get("X-Pages")),
  };
}

/** A header that was sent twice is "2, 2". */
function pagesIn(header: string | null): number | null {
  return /^[1-9]\d{0,6}$/.test(header ?? "") ? Number(header) : null;
}

/** `Cache-Control` takes precedence (RFC 9111 §5.3). POSTs have neither header. */
function expiryOf(headers: Headers, now: number): Date | null {
  const maxAge = headers.get("Cache-Control")?.match(/max-age=(\d+)/)?.[1];
  if (maxAge !== undefined) return new Date(now + Number(maxAge) * 1000);
  const expires = Date.parse(headers.get("Expires") ?? "");
  return Number.isNaN(expires) ? null : new Date(expires);
}

function refusal(response: Response, text: string): EsiError {
  const { status, headers } = response;
  const retryAfter = Number.parseInt(headers.get("Retry-After") ?? "", 10);
  return new EsiError(reasonOfStatus(status, text), {
    status,
    detail: `${status} ${text.slice(0, ERROR_TEXT_LENGTH)}`,
    ...(retryAfter > 0 && { retryAfterSeconds: retryAfter }),
  });
}

function read<Path extends string, Answer>(endpoint: Endpoint<Path, Answer>, text: string): Answer {
  try {
    return endpoint.read(text);
  } catch (cause) {
    throw new EsiError("bad_answer", { status: 200, detail: endpoint.path, cause });
  }
}
