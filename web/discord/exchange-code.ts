import { ph, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import type { DiscordTokens } from "#shared/discord/link.ts";
import { LinkError, UNKNOWN_ERROR } from "./link-error.ts";
import type { PendingLink } from "./pending-link.ts";

const TIMEOUT_MS = 15_000;
/** During an outage Discord may answer with an HTML page. */
const BODY_LENGTH = 200;

/** Exchanges Discord's authorization code for tokens. Throws a `LinkError`. */
export async function exchangeCode(
  { clientId, tokenUrl, redirectUri, codeVerifier }: PendingLink,
  code: string,
): Promise<Omit<DiscordTokens, "state">> {
  const form = {
    client_id: clientId,
    code,
    grant_type: "authorization_code",
    redirect_uri: redirectUri,
    code_verifier: codeVerifier,
  };
  const { ok, status, text } = await post(tokenUrl, new URLSearchParams(form));
  if (!ok) {
    throw new LinkError(
      t`Token exchange failed (${status}): ${ph({ text: shorten(text) })}`,
      hintFor(status),
    );
  }
  return readTokens(text);
}

async function post(url: string, form: URLSearchParams) {
  try {
    const response = await fetch(url, {
      method: "POST",
      body: form,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return { ok: response.ok, status: response.status, text: await response.text() };
  } catch (cause) {
    throw new LinkError(
      say(UNKNOWN_ERROR),
      t`Discord did not answer. Try again in a few minutes.`,
      {
        cause,
      },
    );
  }
}

/** RFC 6749 §5.1. Muster validates the tokens that it receives. */
type TokenResponse = {
  access_token: string;
  refresh_token: string;
  expires_in: number;
  scope: string;
};

function readTokens(text: string): Omit<DiscordTokens, "state"> {
  try {
    const tokens: TokenResponse = JSON.parse(text);
    return {
      accessToken: tokens.access_token,
      refreshToken: tokens.refresh_token,
      expiresIn: tokens.expires_in,
      scope: tokens.scope,
    };
  } catch (cause) {
    const hint = t`Discord's answer could not be read. Try again in a few minutes.`;
    throw new LinkError(say(UNKNOWN_ERROR), hint, { cause });
  }
}

function shorten(text: string): string {
  return text.length > BODY_LENGTH ? `${text.slice(0, BODY_LENGTH)}…` : text;
}

function hintFor(status: number): string {
  if (status === 429) return t`Discord is limiting requests. Wait a minute, then try again.`;
  if (status >= 500) return t`Discord has problems at the moment. Try again in a few minutes.`;
  return t`Start again from your dashboard.`;
}
