const KEY = "muster.sessionToken";

/** The session token of this browser. If storage is blocked, the session lasts until the page is reloaded. */
let inMemory: string | null = null;

export function readSessionToken(): string | null {
  try {
    return localStorage.getItem(KEY) ?? inMemory;
  } catch {
    return inMemory;
  }
}

export function storeSessionToken(token: string): void {
  inMemory = token;
  try {
    localStorage.setItem(KEY, token);
  } catch {
    // Storage is blocked; `inMemory` has the token.
  }
}

export function clearSessionToken(): void {
  inMemory = null;
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Storage is blocked, so nothing was stored.
  }
}

/** Calls back when another tab signs in or out. */
export function onSessionTokenChange(callback: () => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === KEY || event.key === null) callback();
  };
  addEventListener("storage", listen);
  return () => removeEventListener("storage", listen);
}
