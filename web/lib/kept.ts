/** Where the browser keeps a value: until its tab is closed, or on this device. */
type Storage = "sessionStorage" | "localStorage";

/** A value that the browser keeps as JSON. Its storage may be blocked or full: then nothing is kept. */
export function keptIn<Value>(storage: Storage, key: string) {
  return {
    read: (): Value | undefined => {
      try {
        const kept: Value | null = JSON.parse(globalThis[storage].getItem(key) ?? "null");
        return kept ?? undefined;
      } catch {
        return undefined;
      }
    },
    /** Keeps another value; undefined removes it. Returns false if nothing is kept. */
    keep: (value: Value | undefined): boolean => {
      try {
        if (value === undefined) globalThis[storage].removeItem(key);
        else globalThis[storage].setItem(key, JSON.stringify(value));
        return true;
      } catch {
        return false;
      }
    },
  };
}
