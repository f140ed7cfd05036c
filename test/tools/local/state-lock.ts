import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { StartError } from "./start-error.ts";

/** Garbage collection would close them. */
const held = new Set<DatabaseSync>();

/**
 * Reserves a state directory for the server on this port: a second one would share its database, but not New Eden's memory.
 * The lock is SQLite's, so it ends with the process, however that ends. Returns what ends it earlier.
 */
export function lockState(directory: string, port: number): () => void {
  mkdirSync(dirname(directory), { recursive: true });
  const lock = new DatabaseSync(`${directory}.lock`);
  try {
    // Other processes may still read the port.
    lock.exec(`begin immediate; pragma user_version = ${port}; commit; begin immediate`);
  } catch (cause) {
    const { user_version: holder } = { ...lock.prepare("pragma user_version").get() };
    lock.close();
    throw new StartError(
      `${directory} is in use by the server on http://localhost:${String(holder)}. ` +
        "Stop that one, or set MUSTER_STATE to another directory.",
      { cause },
    );
  }
  held.add(lock);
  return () => {
    held.delete(lock);
    lock.close();
  };
}
