import { fold } from "#shared/fold.ts";
import { randomToken, sha256 } from "#worker/ground/crypto.ts";
import {
  applicationCodes,
  applicationConsents,
  applicationGrants,
  applications,
} from "#worker/db/schema/applications.ts";
import type { Community, Muster } from "#test/support/workerd/harness.ts";
import { write } from "#test/support/answers/write.ts";

type Row = typeof applications.$inferInsert;

/** Statements for a confidential application that is on. */
function prepareApplication({ context: { db } }: Community, given: Partial<Row> = {}) {
  const row: Row = {
    id: `wiki-${randomToken(6).toLowerCase()}`,
    name: "Sable Meridian Wiki",
    isPublic: false,
    redirectUris: ["https://wiki.example.com/callback"],
    postLogoutUris: [],
    claims: ["name", "groups"],
    createdAt: new Date(),
    ...given,
  };
  const nameFolded = fold(row.name);
  return { row, statements: [db.insert(applications).values({ nameFolded, ...row })] };
}

export async function insertApplication(muster: Muster, given: Partial<Row> = {}): Promise<Row> {
  const prepared = prepareApplication(muster, given);
  await write(muster, prepared);
  return prepared.row;
}

/** The user has signed in there, and is signing in again. */
export async function signedInAt(
  { context: { db } }: Muster,
  applicationId: string,
  userId: string,
) {
  const at = new Date();
  const soon = new Date(at.getTime() + 60_000);
  const common = {
    applicationId,
    userId,
    scope: "openid",
    issuer: "https://muster.test",
    authenticatedAt: at,
    expiresAt: soon,
  };
  const id = randomToken(16);
  await db
    .insert(applicationConsents)
    .values({ applicationId, userId, claims: ["name"], createdAt: at, lastSignInAt: at });
  await db.insert(applicationGrants).values({ ...common, id, createdAt: at, generation: 1 });
  await db.insert(applicationCodes).values({
    ...common,
    hash: await sha256(id),
    grantId: randomToken(16),
    redirectUri: "https://wiki.example.com/callback",
  });
  return id;
}
