import { msg } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import { ApiError, messageOf } from "#web/lib/api/api-error.ts";
import { isReturnPath } from "#shared/account/sign-in-paths.ts";

const NAME = "muster.discord-link";

/** The outcome of a link, sent by the popup. `state` identifies the link. */
type LinkMessage = { state: string; outcome: "linked" | "cancelled" | LinkFailure };

type Envelope = { type: typeof NAME; message: LinkMessage };

/**
 * Sends the outcome to the page that opened this popup, on two channels: a visit to another origin may have severed
 * `window.opener`, while a BroadcastChannel reaches all pages of this origin.
 */
export function announce(message: LinkMessage): void {
  const envelope: Envelope = { type: NAME, message };
  const opener: Window | null = window.opener;
  opener?.postMessage(envelope, location.origin);
  const channel = new BroadcastChannel(NAME);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel has one origin: ours.
  channel.postMessage(envelope);
  channel.close();
}

/** Calls back once per finished link. Messages from other origins are ignored. */
export function listenForLinks(callback: (message: LinkMessage) => void): () => void {
  const heard = new Set<string>();
  const hear = ({ origin, data }: MessageEvent) => {
    if (origin !== location.origin || !isEnvelope(data) || heard.has(data.message.state)) return;
    heard.add(data.message.state);
    callback(data.message);
  };
  const channel = new BroadcastChannel(NAME);
  channel.addEventListener("message", hear);
  addEventListener("message", hear);
  return () => {
    channel.close();
    removeEventListener("message", hear);
  };
}

/** Pages receive unrelated messages too, e.g. from browser extensions. */
function isEnvelope(data: unknown): data is Envelope {
  return typeof data === "object" && data !== null && "type" in data && data.type === NAME;
}

export const UNKNOWN_ERROR = msg`Unknown error occurred`;

/** Why a Discord account was not linked, and what the user can do. */
export class LinkError extends Error {
  readonly hint: string | undefined;

  constructor(message: string, hint?: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "LinkError";
    this.hint = hint;
  }
}

export type LinkFailure = { message: string; hint?: string | undefined };

/** The message for the user, safe to post between windows. */
export function describeFailure(error: unknown): LinkFailure {
  if (error instanceof LinkError) return { message: error.message, hint: error.hint };
  if (error instanceof ApiError) return { message: messageOf(error, error.message) };
  return { message: say(UNKNOWN_ERROR) };
}

/** Passes the code verifier from the page that starts a link to the popup, which has the same origin. */
const PREFIX = "muster.discord.";
const RETURN_KEY = "muster.discordReturn";
/** The lifetime of the state on the server. */
const TTL_MS = 10 * 60_000;

export type PendingLink = {
  codeVerifier: string;
  clientId: string;
  tokenUrl: string;
  redirectUri: string;
};

/** Stores a started link by its state. Local storage, because a popup gets only a copy of session storage. */
export function storePendingLink(state: string, link: PendingLink): void {
  forgetExpired();
  localStorage.setItem(PREFIX + state, JSON.stringify({ ...link, startedAt: Date.now() }));
}

/** Returns and removes the stored link; undefined if there is none or it has expired. */
export function takePendingLink(state: string): PendingLink | undefined {
  try {
    const link = read(PREFIX + state);
    localStorage.removeItem(PREFIX + state);
    return link;
  } catch {
    return undefined; // Storage is forbidden.
  }
}

function forgetExpired() {
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(PREFIX) && read(key) === undefined) localStorage.removeItem(key);
  }
}

/** Tolerates anything that storage may contain. */
function read(key: string): PendingLink | undefined {
  try {
    const stored: Stored = JSON.parse(localStorage.getItem(key) ?? "");
    const { codeVerifier, clientId, tokenUrl, redirectUri, startedAt = 0 } = stored;
    const age = Date.now() - startedAt;
    if (!codeVerifier || !clientId || !tokenUrl || !redirectUri || !(age < TTL_MS))
      return undefined;
    return { codeVerifier, clientId, tokenUrl, redirectUri };
  } catch {
    return undefined;
  }
}

type Stored = Partial<PendingLink & { startedAt: number }>;

/**
 * Stores where this tab goes back to, for a link without a popup. Session storage, because it is the tab's own. A popup gets
 * a copy of it, so the path counts for this state alone.
 */
export function storeReturn(state: string, path: string): void {
  sessionStorage.setItem(RETURN_KEY, JSON.stringify({ state, path }));
}

/** The path that was stored with this state; undefined for a link in a popup. */
export function readReturn(state: string | null): string | undefined {
  try {
    const stored: Partial<Record<"state" | "path", unknown>> = JSON.parse(
      sessionStorage.getItem(RETURN_KEY) ?? "",
    );
    const { path } = stored;
    const isOwn = state !== null && state !== "" && stored.state === state;
    return isOwn && typeof path === "string" && isReturnPath(path) ? path : undefined;
  } catch {
    return undefined;
  }
}
