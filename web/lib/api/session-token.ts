import { readStored, writeStored } from "#web/lib/storage.ts";

const KEY = "muster.sessionToken";
const END_KEY = "muster.sessionEnd";

/** Why the last session of this browser ended: `characterName` was sold, and the account had no other character. */
export type SessionEnd = { characterName: string | null };

/** For a browser whose storage is blocked or full: the session lasts until the page is reloaded. */
const inMemory = new Map<string, string>();

export function readSessionToken(): string | null {
  return read(KEY);
}

/** Null if the user logged out, or has a session. Every tab of the browser reads it, also after a reload. */
export function readSessionEnd(): SessionEnd | null {
  const name = read(END_KEY);
  return name === null ? null : { characterName: name === "" ? null : name };
}

export function storeSessionToken(token: string): void {
  write(END_KEY, null);
  write(KEY, token);
}

/** `end`: the server no longer accepts the session. */
export function clearSessionToken(end?: SessionEnd): void {
  // Before the token: other tabs look for it as soon as the token is gone.
  write(END_KEY, end ? (end.characterName ?? "") : null);
  write(KEY, null);
}

function read(key: string): string | null {
  return inMemory.get(key) ?? readStored("local", key);
}

function write(key: string, value: string | null): void {
  inMemory.delete(key);
  if (!writeStored("local", key, value) && value !== null) inMemory.set(key, value);
}

/** Calls back when another tab signs in or out. */
export function onSessionTokenChange(callback: () => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === KEY || event.key === null) callback();
  };
  addEventListener("storage", listen);
  return () => removeEventListener("storage", listen);
}
