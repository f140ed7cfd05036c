import { english } from "#shared/english.ts";
import { calledAddressProblem } from "#shared/applications/addresses.ts";
import { signatureHeaders } from "./signature.ts";

const TIMEOUT_MS = 10_000;
const [MINUTE, HOUR] = [60_000, 60 * 60_000];
const LONGEST_RETRY_AFTER_MS = 24 * HOUR;
/** After each try but the last: 22 hours together. */
const WAITS_MS = [
  MINUTE,
  2 * MINUTE,
  5 * MINUTE,
  10 * MINUTE,
  20 * MINUTE,
  40 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
  6 * HOUR,
  8 * HOUR,
];

/**
 * `isOutage`: another message would have met the same. `isGone`: the receiver wants no more (410). `retryAfterMs`: how
 * long it asks for no message.
 */
export type Answer = {
  isDelivered: boolean;
  isOutage: boolean;
  isGone: boolean;
  status: number | null;
  durationMs: number;
  error: string | null;
  retryAfterMs: number;
};

/** When a delivery is tried again after so many tries; undefined: it is given up. */
export function nextTry(tries: number, { retryAfterMs }: Answer, now: number): Date | undefined {
  const wait = WAITS_MS[tries - 1];
  return wait === undefined ? undefined : new Date(now + Math.max(wait, retryAfterMs));
}

/** Sends a message once. Redirects are not followed: they could lead to a private address. */
export async function sendMessage(
  url: string,
  keys: CryptoKey[],
  { id, body }: { id: string; body: string },
): Promise<Answer> {
  const started = Date.now();
  const failed = { isDelivered: false, isOutage: true, isGone: false, status: null };
  const problem = calledAddressProblem(url);
  if (problem !== undefined) {
    return { ...failed, durationMs: 0, error: problem, retryAfterMs: 0 };
  }
  try {
    const response = await fetch(url, {
      method: "POST",
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        "Content-Type": "application/json",
        "User-Agent": "Muster-Webhooks/1.0",
        ...(await signatureHeaders(keys, id, started, body)),
      },
      body,
    });
    await response.body?.cancel();
    return answerOf(response, Date.now() - started);
  } catch (error) {
    const isLate = error instanceof DOMException && error.name === "TimeoutError";
    return {
      ...failed,
      durationMs: Date.now() - started,
      error: isLate ? english`No answer within ${TIMEOUT_MS / 1000} s` : english`No connection`,
      retryAfterMs: 0,
    };
  }
}

function answerOf({ ok, status, headers }: Response, durationMs: number): Answer {
  return {
    isDelivered: ok,
    isOutage: status >= 500 || status === 408 || status === 429,
    isGone: status === 410,
    status,
    durationMs,
    error: errorOf(status),
    retryAfterMs: ok ? 0 : retryAfterOf(headers.get("retry-after") ?? ""),
  };
}

/** Seconds, or a date (RFC 9110, section 10.2.3). */
function retryAfterOf(text: string): number {
  const ms = /^\d+$/.test(text)
    ? Number(text) * 1000
    : text.endsWith(" GMT")
      ? Date.parse(text) - Date.now()
      : 0;
  return ms > 0 ? Math.min(ms, LONGEST_RETRY_AFTER_MS) : 0;
}

function errorOf(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400)
    return english`It answers with a redirect, which is not followed`;
  if (status === 410) return english`It answers 410, so it wants no more messages`;
  return english`It answers ${status}`;
}
