const KEY = "muster.sessionToken";

/** The session token of this browser. Storage may be forbidden: then the session lasts until reload. */
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
    // `inMemory` has it.
  }
}

export function clearSessionToken(): void {
  inMemory = null;
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Nothing was stored.
  }
}

/** Calls back when another tab of this browser signs in or out. */
export function onSessionTokenChange(callback: () => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === KEY || event.key === null) callback();
  };
  addEventListener("storage", listen);
  return () => removeEventListener("storage", listen);
}
