import { eq } from "drizzle-orm";
import { fold } from "#shared/fold.ts";
import { DAY_MS } from "#shared/time.ts";
import { encryptGrant } from "#worker/auth/tokens/encrypted-tokens.ts";
import { scopesToRequest } from "#worker/esi/scopes.ts";
import type { Config } from "#worker/ground/config.ts";
import { newEventId } from "#worker/audit/event-id.ts";
import { randomToken } from "#worker/ground/crypto.ts";
import { runBatch } from "#worker/db/batch.ts";
import type { TestContext, TestDatabase } from "#test/support/workerd/test-database.ts";
import { characters, eveTokens, users } from "#worker/db/schema/accounts.ts";
import * as ids from "#test/new-eden/ids.ts";
import { ownerHash } from "#test/new-eden/people/pilot.ts";
import { addGrant } from "#test/new-eden/sso/grants.ts";
import type { World } from "#test/new-eden/world.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";

/** Each account: its main, its alts and its age in days. */
const ACCOUNTS: { main: number; alts: number[]; daysOld: number }[] = [
  { main: ids.AURELIA_VOSS_ID, alts: [ids.NYX_HALLORAN_ID, ids.YAROSLAVA_ID], daysOld: 212 },
  { main: ids.MIRA_TAL_ID, alts: [], daysOld: 208 },
  { main: ids.JUNO_CASTELLAN_ID, alts: [], daysOld: 190 },
  { main: ids.OSKAR_WREN_ID, alts: [], daysOld: 151 },
  { main: ids.KESTREL_ANSGAR_ID, alts: [], daysOld: 96 },
  { main: ids.TOVI_RENN_ID, alts: [], daysOld: 33 },
];

/** Pilots whose grant was revoked: EVE refuses the refresh token, and Muster has recorded it. */
const REVOKED = new Set([ids.NYX_HALLORAN_ID]);

/** Pilots with director access. */
const DIRECTORS = new Set([
  ids.AURELIA_VOSS_ID,
  ids.MIRA_TAL_ID,
  ids.JUNO_CASTELLAN_ID,
  ids.OSKAR_WREN_ID,
]);

/**
 * Inserts the seeded accounts as sign-ins would. Returns the user id of each main by name, and the
 * characters with a live grant.
 */
export async function seedAccounts({ db, config }: TestContext, world: World) {
  const userIds = new Map<string, string>();
  const authorized: number[] = [];
  for (const { main, alts, daysOld } of ACCOUNTS) {
    const userId = randomToken(12);
    const createdAt = new Date(Date.now() - daysOld * DAY_MS);
    await db.insert(users).values({ id: userId, createdAt });
    for (const [index, characterId] of [main, ...alts].entries()) {
      const linkedAt = new Date(createdAt.getTime() + index * 3 * DAY_MS);
      await seedCharacter(db, config, world, { userId, characterId, linkedAt });
      if (!REVOKED.has(characterId)) authorized.push(characterId);
    }
    await db.update(users).set({ mainCharacterId: main }).where(eq(users.id, userId));
    userIds.set(world.pilots.get(main)?.name ?? "", userId);
  }
  return { userIds, authorized };
}

async function seedCharacter(
  db: TestDatabase,
  config: Config,
  world: World,
  { userId, characterId, linkedAt }: { userId: string; characterId: number; linkedAt: Date },
) {
  const pilot = world.pilots.get(characterId);
  if (pilot === undefined) throw new Error(`New Eden has no pilot ${characterId}.`);
  const scopes = scopesToRequest([], { forDirector: DIRECTORS.has(characterId) });
  const grant = addGrant(world, {
    characterId,
    clientId: config.EVE_CLIENT_ID,
    scopes,
    isPublic: false,
  });
  const isRevoked = REVOKED.has(characterId);
  if (isRevoked) grant.death = "grant_missing";
  const encrypted = await encryptGrant(
    config,
    { accessToken: "expired", refreshToken: grant.refreshToken },
    { characterId, scopes, expiresAt: new Date(0) },
  );
  const { name } = pilot;
  await runBatch(db, [
    db.insert(characters).values({
      id: characterId,
      name,
      nameFolded: fold(name),
      userId,
      ownerHash: ownerHash(pilot),
      linkedAt,
    }),
    db.insert(eveTokens).values({
      characterId,
      ...encrypted,
      state: isRevoked ? "revoked" : "ok",
      stateSince: isRevoked ? new Date(Date.now() - 2 * DAY_MS) : linkedAt,
    }),
    db.insert(auditEvents).values({
      id: newEventId(linkedAt.getTime()),
      log: "accounts",
      kind: "character_linked",
      actorKind: "user",
      actorId: userId,
      actorName: name,
      subjectId: userId,
      subjectName: name,
      characterId,
      characterName: name,
      detail: {},
      ownerHash: ownerHash(pilot),
      requestId: "seed",
      createdAt: linkedAt,
    }),
  ]);
}
