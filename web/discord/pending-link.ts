/** Where the page that starts a link leaves what the popup needs; both are of one origin. */
const PREFIX = "muster.discord.";
/** As long as the server knows the state. */
const TTL_MS = 10 * 60_000;

export type PendingLink = {
  codeVerifier: string;
  clientId: string;
  tokenUrl: string;
  redirectUri: string;
};

/** Remembers a started link by its state. Local storage, since a popup gets only a copy of the session's. */
export function storePendingLink(state: string, link: PendingLink): void {
  forgetExpired();
  localStorage.setItem(PREFIX + state, JSON.stringify({ ...link, startedAt: Date.now() }));
}

/** What was remembered, once; undefined when there is nothing, or it is too old. */
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

/** Storage may hold anything. */
function read(key: string): PendingLink | undefined {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? "") as Stored;
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
