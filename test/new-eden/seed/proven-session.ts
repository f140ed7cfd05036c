import { eq } from "drizzle-orm";
import type { TestContext } from "#test/support/workerd/test-database.ts";
import { sessions } from "#worker/db/schema/accounts.ts";

/** What an actor has who has just signed in at EVE: acts that give others something ask for it. */
export const PROVEN_SESSION = { sessionId: "seed", proofHash: "seed" };

/** Opens the session for a user and their main, and ends it after the work. */
export async function withProof(
  { db }: TestContext,
  { userId, mainId }: { userId: string; mainId: number },
  work: () => Promise<void>,
): Promise<void> {
  const { sessionId: id, proofHash } = PROVEN_SESSION;
  const now = new Date();
  await db.insert(sessions).values({
    id,
    tokenHash: id,
    userId,
    device: "",
    createdAt: now,
    lastSeenAt: now,
    expiresAt: now,
    provenCharacterId: mainId,
    provenAt: now,
    proofHash,
  });
  await work();
  await db.delete(sessions).where(eq(sessions.id, id));
}
