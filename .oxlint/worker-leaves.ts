import { open } from "./room.ts";
import type { Room } from "./room.ts";

/** What every domain of the worker may import. */
export const workerLeaves: Record<string, Room> = {
  "worker/precision.ts": open(),
  "worker/crypto.ts": open(),
  "worker/job-queue.ts": open(),
  "worker/config.ts": open("worker/crypto.ts"),
  "worker/db/schema": open(),
  "worker/db/schema/discord": open("worker/db/schema"),
  "worker/db/schema/applications": open("worker/db/schema"),
  "worker/db/schema/groups": open("worker/db/schema"),
  "worker/db/schema/reviews": open("worker/db/schema"),
  "worker/db/triggers": open(
    "worker/db/schema",
    "worker/db/schema/applications",
    "worker/db/schema/discord",
    "worker/db/schema/groups",
  ),
  "worker/db": open(
    "worker/db/schema",
    "worker/db/schema/applications",
    "worker/db/schema/discord",
    "worker/db/schema/groups",
    "worker/db/schema/reviews",
  ),
  "worker/env.ts": open("worker/config.ts", "worker/db", "worker/job-queue.ts"),
  "worker/deferred-writes.ts": open("worker/db", "worker/env.ts", "worker/job-queue.ts"),
  "worker/http": open("worker/config.ts", "worker/db", "worker/env.ts"),
  "worker/esi": open("worker/config.ts", "worker/db", "worker/db/schema", "worker/env.ts"),
};
export const leaves = Object.keys(workerLeaves);

/** What the domains behind a session may import besides. */
export const signedIn = [
  ...leaves,
  "worker/audit",
  "worker/auth/sessions",
  "worker/auth/suspensions",
  "worker/auth/tokens",
];
