import { isReturnPath } from "#shared/account/return-path.ts";

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
