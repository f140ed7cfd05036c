import { eq } from "drizzle-orm";
import { encrypt, randomToken } from "#worker/crypto.ts";
import { characters, eveTokens, sessions, users } from "#worker/db/schema.ts";
import { prepareSession } from "#worker/auth/sessions.ts";
import type { Muster } from "./harness.ts";

const HOUR_MS = 60 * 60 * 1000;

let lastCharacterId = 2_113_000_000;

export type BuiltUser = Awaited<ReturnType<typeof buildUser>>;

/** A signed-in user with a main and, if wanted, alts; EVE is not asked. */
export async function buildUser(
  muster: Muster,
  { name = "Pilot", alts = [] as string[], characterId = undefined as number | undefined } = {},
) {
  const { db } = muster.context;
  const userId = randomToken(12);
  const session = await prepareSession(userId, "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0");
  const now = new Date();
  const mainId = characterId ?? ++lastCharacterId;
  const rows = [
    { id: mainId, name: name === "Pilot" ? `Pilot ${mainId}` : name },
    ...alts.map((alt) => ({ id: ++lastCharacterId, name: alt })),
  ].map((row) => ({
    ...row,
    nameFolded: row.name.toLowerCase(),
    userId,
    ownerHash: `owner-of-${userId}`,
    linkedAt: now,
  }));
  await db.batch([
    db.insert(users).values({ id: userId, createdAt: now }),
    db.insert(characters).values(rows),
    db.update(users).set({ mainCharacterId: mainId }).where(eq(users.id, userId)),
    db.insert(sessions).values(session.row),
  ]);
  return {
    userId,
    mainCharacterId: mainId,
    mainCharacterName: rows[0]?.name ?? name,
    characterIds: rows.map((row) => row.id),
    sessionToken: session.token,
    api: muster.client(session.token),
  };
}

/** Gives a character an EVE grant, as a sign-in would have stored it. */
export async function buildToken(
  muster: Muster,
  characterId: number,
  grant: {
    refreshToken?: string;
    accessToken?: string;
    accessExpiresAt?: Date;
    scopes?: string[];
  } = {},
) {
  const { db, config } = muster.context;
  const seal = (text: string) => encrypt(config.keyring, text, String(characterId));
  await db.insert(eveTokens).values({
    characterId,
    refreshToken: await seal(grant.refreshToken ?? "refresh"),
    accessToken: await seal(grant.accessToken ?? "access"),
    accessExpiresAt: grant.accessExpiresAt ?? new Date(Date.now() + HOUR_MS),
    scopes: grant.scopes ?? ["publicData"],
    state: "ok",
    stateSince: new Date(),
  });
}
