import { eq } from "drizzle-orm";
import { fold } from "#shared/fold.ts";
import { createHashedToken, encrypt, randomToken } from "#worker/ground/crypto.ts";
import { characters, eveTokens, sessions, users } from "#worker/db/schema/accounts.ts";
import { prepareSession } from "#worker/auth/sessions/sessions.ts";
import { AURELIA_VOSS_ID } from "#test/new-eden/ids.ts";
import type { Community } from "#test/support/workerd/harness.ts";
import { write } from "#test/support/answers/write.ts";

const HOUR_MS = 60 * 60 * 1000;

let lastCharacterId = 2_113_000_000;

export type BuiltUser = Awaited<ReturnType<typeof buildUser>>;

type UserGiven = { name?: string; alts?: string[]; characterId?: number };

/** A session as after a sign-in with this character: its token, its row, and the token of its proof cookie. */
export async function prepareSignIn(userId: string, characterId: number) {
  const proof = await createHashedToken();
  const userAgent = "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0";
  const session = await prepareSession(userId, characterId, { userAgent, proofHash: proof.hash });
  return { ...session, proof: proof.token };
}

/** Statements for a user like `buildUser`'s. */
export async function prepareUser(
  muster: Community,
  { name, alts = [], characterId = ++lastCharacterId }: UserGiven = {},
) {
  const { db } = muster.context;
  const userId = randomToken(12);
  const session = await prepareSignIn(userId, characterId);
  const now = new Date();
  const mainCharacterName = name ?? `Pilot ${characterId}`;
  const rows = [
    { id: characterId, name: mainCharacterName },
    ...alts.map((alt) => ({ id: ++lastCharacterId, name: alt })),
  ].map((row) => ({
    ...row,
    nameFolded: fold(row.name),
    userId,
    ownerHash: `owner-of-${userId}`,
    linkedAt: now,
  }));
  const statements = [
    db.insert(users).values({ id: userId, createdAt: now }),
    db.insert(characters).values(rows),
    db.update(users).set({ mainCharacterId: characterId }).where(eq(users.id, userId)),
    db.insert(sessions).values(session.row),
  ];
  const user = {
    userId,
    mainCharacterId: characterId,
    mainCharacterName,
    characterIds: rows.map((row) => row.id),
    sessionToken: session.token,
    proof: session.proof,
    api: muster.client(session.token, session.proof),
  };
  return { statements, user };
}

/** Creates a signed-in user with a main and optional alts, without EVE. */
export async function buildUser(muster: Community, given: UserGiven = {}) {
  const prepared = await prepareUser(muster, given);
  await write(muster, prepared);
  return prepared.user;
}

/** So many users, each with an element of the tuple. */
type Users<Count extends number, Built extends BuiltUser[] = []> = number extends Count
  ? BuiltUser[]
  : Built["length"] extends Count
    ? Built
    : Users<Count, [...Built, BuiltUser]>;

/** Users with names of their own, or all with this one and a number. */
export const buildUsers = <Count extends number>(muster: Community, count: Count, name?: string) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as many as were asked for
  Promise.all(
    Array.from({ length: count }, (_, index) =>
      buildUser(muster, name === undefined ? {} : { name: `${name} ${index}` }),
    ),
  ) as Promise<Users<Count>>;

/** A user whose main is in `ADMIN_CHARACTER_IDS` of the tests. */
export const buildAdministrator = (muster: Community) =>
  buildUser(muster, { name: "Aurelia Voss", characterId: AURELIA_VOSS_ID });

/** Stores an EVE grant for a character, as a sign-in would. */
export async function buildToken(
  muster: Community,
  characterId: number,
  grant: {
    refreshToken?: string;
    accessToken?: string;
    accessExpiresAt?: Date;
    scopes?: string[];
  } = {},
) {
  const { db, config } = muster.context;
  const encryptText = (text: string) => encrypt(config.keyring, text, String(characterId));
  await db.insert(eveTokens).values({
    characterId,
    refreshToken: await encryptText(grant.refreshToken ?? "refresh"),
    accessToken: await encryptText(grant.accessToken ?? "access"),
    accessExpiresAt: grant.accessExpiresAt ?? new Date(Date.now() + HOUR_MS),
    scopes: grant.scopes ?? ["publicData"],
    state: "ok",
    stateSince: new Date(),
  });
}
