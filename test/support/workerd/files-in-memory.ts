import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";

/** Linux keeps these files in memory. */
const MEMORY = "/dev/shm";
const PREFIX = "muster-tests-";
/** More than a run of all cases has written at once. Containers often have 64 MB. */
const ROOM_BYTES = 4 * 1024 ** 3;

/**
 * Temporary files of this process and its children, the databases of the tests among them, are in memory where there is room: D1 waits
 * for the disk after each write, which is a third of what workerd does in a test with many writes. A process that is killed leaves
 * them as it would on a disk. `TMPDIR` names another place.
 */
export function keepFilesInMemory() {
  const memory = roomInMemory();
  if (memory === undefined) return;
  removeLeftovers();
  const folder = join(memory, `${PREFIX}${process.pid}`);
  mkdirSync(folder);
  process.env["TMPDIR"] = folder;
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
}

export function roomInMemory(): string | undefined {
  return process.env["TMPDIR"] === undefined && hasRoom() ? MEMORY : undefined;
}

/** The tests also start programs from there. */
function hasRoom(): boolean {
  try {
    const mounts = readFileSync("/proc/mounts", "utf8").split("\n");
    const [, , kind, options = ""] =
      mounts.map((line) => line.split(" ")).find(([, place]) => place === MEMORY) ?? [];
    const { bavail, bsize } = statfsSync(MEMORY);
    return kind === "tmpfs" && !/\bnoexec\b/.test(options) && bavail * bsize >= ROOM_BYTES;
  } catch {
    return false;
  }
}

/** What killed runs have left. */
function removeLeftovers() {
  for (const name of readdirSync(MEMORY)) {
    if (!name.startsWith(PREFIX) || existsSync(`/proc/${name.slice(PREFIX.length)}`)) continue;
    rmSync(join(MEMORY, name), { recursive: true, force: true });
  }
}
