import { eq } from "drizzle-orm";
import { fold } from "#shared/fold.ts";
import { DAY_MS } from "#shared/time.ts";
import * as ids from "#test/new-eden/ids.ts";
import { ownerHash } from "#test/new-eden/people/pilot.ts";
import type { World } from "#test/new-eden/world.ts";
import { randomToken } from "#worker/ground/crypto.ts";
import type { TestDatabase } from "#test/support/workerd/test-database.ts";
import { characters, users } from "#worker/db/schema/accounts.ts";

const CORPORATIONS = new Set<number>([
  ids.SABLE_MERIDIAN_ID,
  ids.LANTERN_WORKS_ID,
  ids.ASHFALL_LOGISTICS_ID,
  ids.PALE_HARBOR_ID,
  ids.CINDER_AND_SALT_ID,
]);

/** Pilots without an account, for trying out the sign-up. */
const STRANGERS = new Set<number>([ids.IDRIS_VALE_ID, ids.MAGPIE_OLLERTON_ID]);

/**
 * Creates accounts for the other pilots of the alliances, so that groups have members. They signed in once and have
 * no grant. Returns each user id by name.
 */
export async function seedCompanions(db: TestDatabase, world: World): Promise<Map<string, string>> {
  const userIds = new Map<string, string>();
  const taken = new Set(
    (await db.select({ id: characters.id }).from(characters)).map(({ id }) => id),
  );
  const free = [...world.pilots.values()].filter(
    ({ id, corporationId }) =>
      CORPORATIONS.has(corporationId) && !STRANGERS.has(id) && !taken.has(id),
  );
  for (const [index, pilot] of free.entries()) {
    const userId = randomToken(12);
    const createdAt = new Date(Date.now() - (30 + index * 6) * DAY_MS);
    await db.batch([
      db.insert(users).values({ id: userId, createdAt }),
      db.insert(characters).values({
        id: pilot.id,
        name: pilot.name,
        nameFolded: fold(pilot.name),
        userId,
        ownerHash: ownerHash(pilot),
        linkedAt: createdAt,
      }),
      db.update(users).set({ mainCharacterId: pilot.id }).where(eq(users.id, userId)),
    ]);
    userIds.set(pilot.name, userId);
  }
  return userIds;
}
