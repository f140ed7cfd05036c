import { buildUser } from "./builders.ts";
import type { BuiltUser } from "./builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";

export const REASON = "Shot a friend";
const ADMIN_IDS = [2_113_910_001, 2_113_910_002] as const;

type Given = { until?: string | null; by?: BuiltUser };

/** A Muster with two administrators, and functions that suspend users. */
export async function startWithSuspensions() {
  const muster = await startMuster({ ADMIN_CHARACTER_IDS: ADMIN_IDS.join(",") });
  const admin = await buildUser(muster, { name: "Aurelia Voss", characterId: ADMIN_IDS[0] });
  const otherAdmin = await buildUser(muster, { name: "Mira Tal", characterId: ADMIN_IDS[1] });

  function suspend(userId: string, { until = null, by = admin }: Given = {}) {
    return by.api.admin.users[":id"].suspension.$put({
      param: { id: userId },
      json: { reason: REASON, until },
    });
  }

  const lift = (userId: string) =>
    admin.api.admin.users[":id"].suspension.$delete({ param: { id: userId } });

  return { muster, admin, otherAdmin, suspend, lift };
}

/** The instant this many days from now, in ISO 8601. Negative for the past. */
export function inDays(days: number): string {
  return new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString();
}
