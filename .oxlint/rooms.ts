import { open } from "./room.ts";
import type { Room } from "./room.ts";
import { parts, webFeatures, webLeaves } from "./web-rooms.ts";
import { leaves, workerLeaves } from "./worker-leaves.ts";
import { workerDomains } from "./worker-rooms.ts";

/**
 * The rooms of the product and what each may import. Lint enforces this table (`oxlint.config.ts`), and
 * `test/logic/rooms.test.ts` keeps it complete and free of circles. A room is a folder without its subfolders, or a
 * single file. Every room may import `shared`, and nothing above it in its table.
 */
export const rooms: Record<string, Room> = {
  shared: open(),
  "shared/account": open(),
  "shared/applications": open(),
  "shared/corporation": open(),
  "shared/discord": open(),
  "shared/events": open(),
  "shared/groups": open(),
  "shared/pilots": open(),
  "shared/requirements": open(),
  ...workerLeaves,
  ...workerDomains,
  "worker/ops": open("worker/db"),
  "worker/ops/administrators": open("worker/auth/administrators", "worker/db", "worker/ops"),
  "worker/ops/api-document": open(),
  "worker/ops/audit": open(
    "worker/audit",
    "worker/audit/seals",
    "worker/db",
    "worker/ops",
    "worker/ops/backup",
  ),
  "worker/ops/backup": open("worker/ops"),
  "worker/ops/deploy": open(
    "worker/discord/bot",
    "worker/discord/commands",
    "worker/esi",
    "worker/ops",
  ),
  "worker/ops/move-in/read": open(),
  "worker/ops/move-in/plan": open("worker/crypto.ts", "worker/ops/move-in/read"),
  "worker/ops/move-in/write": open(
    ...leaves,
    "worker/audit",
    "worker/auth/suspensions",
    "worker/discord/link",
    "worker/ops/move-in/plan",
  ),
  "worker/ops/move-in/alliance-auth": open("worker/ops/move-in/plan", "worker/ops/move-in/read"),
  "worker/ops/move-in/seat": open("worker/ops/move-in/plan", "worker/ops/move-in/read"),
  "worker/ops/move-in/neucore": open("worker/ops/move-in/plan", "worker/ops/move-in/read"),
  "worker/ops/move-in": open(
    ...leaves,
    "worker/auth/tokens",
    "worker/ops",
    "worker/ops/backup",
    "worker/ops/deploy",
    "worker/ops/move-in/alliance-auth",
    "worker/ops/move-in/neucore",
    "worker/ops/move-in/seat",
    "worker/ops/move-in/plan",
    "worker/ops/move-in/read",
    "worker/ops/move-in/write",
  ),
  worker: open(
    ...leaves,
    ...Object.keys(workerDomains),
    "worker/**/*routes.ts",
    // Housekeeping deletes what has expired.
    "worker/auth/sign-in/sign-in-store.ts",
    "worker/discord/link/store.ts",
  ),
  ...webLeaves,
  ...webFeatures,
  "web/app/commands": open(...parts, "web/groups/group", "web/pilots/queries.ts"),
  "web/app/navigation": open("web/lib/api"),
  "web/app/pages": open(...parts, ...Object.keys(webFeatures)),
  "web/app": open(
    ...parts,
    ...Object.keys(webFeatures),
    "web/app/commands",
    "web/app/navigation",
    "web/app/pages",
  ),
  web: open("web/app", "web/lib/api"),
};

/** The paths that a room may import, as globs. */
export function importable(name: string): string[] {
  return (rooms[name]?.imports ?? []).flatMap((imported) => {
    const room = rooms[imported];
    if (room === undefined || imported.endsWith(".ts")) return [imported];
    return room.doors.map((door) => `${imported}/${door}`);
  });
}
