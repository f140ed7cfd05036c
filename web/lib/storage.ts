/** `local`: kept in this browser. `session`: kept in this tab. */
type Area = "local" | "session";

// Where storage is blocked, reading the property throws.
const storageOf = (area: Area): Storage => (area === "local" ? localStorage : sessionStorage);

/** Null if nothing is kept, also because storage is blocked. */
export function readStored(area: Area, key: string): string | null {
  try {
    return storageOf(area).getItem(key);
  } catch {
    return null;
  }
}

/** `otherwise` if nothing is kept. */
export function readStoredJson<Value>(area: Area, key: string, otherwise: Value): Value {
  const text = readStored(area, key);
  if (text === null) return otherwise;
  try {
    const kept: Value = JSON.parse(text);
    return kept;
  } catch {
    return otherwise;
  }
}

/** Null removes it. False if storage is blocked or full: pages work without, until they are left. */
export function writeStored(area: Area, key: string, text: string | null): boolean {
  try {
    if (text === null) storageOf(area).removeItem(key);
    else storageOf(area).setItem(key, text);
    return true;
  } catch {
    return false;
  }
}
