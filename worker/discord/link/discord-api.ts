import * as z from "zod/mini";
import { DISCORD_TOKEN_PATH } from "#shared/discord/link.ts";
import type { Config } from "#worker/ground/config.ts";
import { userAgentOf } from "#worker/discord/bot/bot.ts";
import { parseIfJson } from "#worker/http/json-text.ts";

const REVOKE_PATH = "/api/oauth2/token/revoke";
const ME_PATH = "/api/v10/users/@me";
const AUTHORIZATION_PATH = "/api/v10/oauth2/@me";

const TIMEOUT_MS = 10_000;
const DEFAULT_RETRY_AFTER_SECONDS = 30;

/**
 * `refused`: the token or grant is not valid. `misconfigured`: Discord does not accept this application. `unavailable`: a
 * network error, a 5xx, or an unexpected body.
 */
type DiscordFailure = "refused" | "misconfigured" | "rate_limited" | "unavailable";

export class DiscordError extends Error {
  readonly reason: DiscordFailure;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    reason: DiscordFailure,
    more: { detail?: string; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(["Discord", reason, more.detail].filter(Boolean).join(": "), { cause: more.cause });
    this.name = "DiscordError";
    this.reason = reason;
    this.retryAfterSeconds = more.retryAfterSeconds;
  }
}

const snowflake = z.string().check(z.regex(/^\d{1,20}$/));

const errorSchema = z.object({ error: z.string() });

const profileSchema = z.object({
  id: snowflake,
  username: z.string(),
  discriminator: z._default(z.string(), "0"),
  global_name: z.nullish(z.string()),
});

/** The account of an access token. */
export type DiscordProfile = {
  discordId: string;
  username: string;
  displayName: string | null;
  discriminator: string;
};

/** Throws `DiscordError`. */
export async function fetchProfile(config: Config, accessToken: string): Promise<DiscordProfile> {
  const me = await ask(config, ME_PATH, bearer(accessToken), profileSchema);
  return {
    discordId: me.id,
    username: me.username,
    displayName: me.global_name || null,
    discriminator: me.discriminator,
  };
}

/** The id of the application that a token was issued to. Throws `DiscordError`. */
export async function fetchApplicationId(config: Config, accessToken: string): Promise<string> {
  const schema = z.object({ application: z.object({ id: snowflake }) });
  return (await ask(config, AUTHORIZATION_PATH, bearer(accessToken), schema)).application.id;
}

/** Discord rotates refresh tokens: store the one that this returns. Throws `DiscordError`. */
export async function refreshDiscordGrant(config: Config, refreshToken: string) {
  const form = { grant_type: "refresh_token", refresh_token: refreshToken };
  const schema = z.object({ access_token: z.string(), refresh_token: z.string() });
  const grant = await ask(config, DISCORD_TOKEN_PATH, post(config, form), schema);
  return { accessToken: grant.access_token, refreshToken: grant.refresh_token };
}

/** Not a refresh token: Discord refuses it, but only after it has accepted the application. */
const NO_TOKEN = "none";

/** Whether Discord knows this application as a public client: tests it with a refresh that cannot succeed. */
export async function checkDiscordApplication(
  config: Config,
): Promise<"accepted" | "refused" | "unavailable"> {
  try {
    await refreshDiscordGrant(config, NO_TOKEN);
    return "accepted";
  } catch (error) {
    if (!(error instanceof DiscordError)) throw error;
    if (error.reason === "misconfigured") return "refused";
    return error.reason === "refused" ? "accepted" : "unavailable";
  }
}

/**
 * The refresh token of a link without a grant, which is not authorized: it moved in from another system (`worker/ops/move-in`).
 */
export const NO_GRANT = "";

/** Revokes all tokens of this account and our application. Throws `DiscordError`. */
export async function revokeDiscordGrant(config: Config, refreshToken: string) {
  if (refreshToken === NO_GRANT) return;
  const form = { token: refreshToken, token_type_hint: "refresh_token" };
  await ask(config, REVOKE_PATH, post(config, form), z.unknown());
}

function bearer(accessToken: string): RequestInit {
  return { headers: { authorization: `Bearer ${accessToken}` } };
}

/** Ours is a public client without a secret: the browser exchanges the codes. */
function post({ DISCORD_CLIENT_ID }: Config, form: Record<string, string>): RequestInit {
  return {
    method: "POST",
    body: new URLSearchParams({ client_id: DISCORD_CLIENT_ID, ...form }),
  };
}

async function ask<Schema extends z.ZodMiniType>(
  config: Config,
  path: string,
  init: RequestInit,
  schema: Schema,
): Promise<z.output<Schema>> {
  const { response, body } = await exchange(config, path, init);
  if (!response.ok) throw refusalOf(response, body);
  const answer = schema.safeParse(body);
  if (!answer.success) throw new DiscordError("unavailable", { cause: answer.error });
  return answer.data;
}

/** One HTTP exchange; a body that is not JSON is undefined. */
async function exchange(config: Config, path: string, init: RequestInit) {
  const headers = new Headers(init.headers);
  headers.set("user-agent", userAgentOf(config));
  try {
    const response = await fetch(config.DISCORD_URL + path, {
      ...init,
      headers,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return { response, body: parseIfJson(await response.text()) };
  } catch (cause) {
    throw new DiscordError("unavailable", { cause });
  }
}

function refusalOf({ status, headers }: Response, body: unknown): DiscordError {
  const error = errorSchema.safeParse(body).data?.error;
  const detail = error === undefined ? String(status) : `${status} ${error.slice(0, 50)}`;
  if (status === 429) {
    const seconds = Math.ceil(Number(headers.get("retry-after")));
    const retryAfterSeconds = seconds > 0 ? seconds : DEFAULT_RETRY_AFTER_SECONDS;
    return new DiscordError("rate_limited", { detail, retryAfterSeconds });
  }
  if (error === "invalid_client") return new DiscordError("misconfigured", { detail });
  const isRefused = status === 401 || error === "invalid_grant";
  return new DiscordError(isRefused ? "refused" : "unavailable", { detail });
}
