import { sql } from "drizzle-orm";
import type { Requirement } from "#shared/requirements/tree.ts";
import { runBatch } from "#worker/db/batch.ts";
import type {
  CharacterEvidence,
  UserEvidence,
} from "#worker/requirements/evaluation/user-evidence.ts";
import { selectEvidence } from "#worker/requirements/evidence/select-evidence.ts";
import { toEvidence } from "#worker/requirements/evidence/to-evidence.ts";
import { needsOf } from "#worker/requirements/evaluation/dependencies.ts";
import type { Community } from "#test/support/workerd/harness.ts";

/** The evidence that these rules need of these users. */
export async function readEvidence(
  { context: { db } }: Pick<Community, "context">,
  userIds: string[],
  ...trees: Requirement[]
): Promise<UserEvidence[]> {
  const selected = sql`select value as userId from json_each(${JSON.stringify(userIds)})`;
  const [needs, now] = [needsOf(trees), Date.now()];
  return toEvidence(await runBatch(db, selectEvidence(selected, needs, now)), needs, now);
}

/** The evidence that these rules need of a character of this user. */
export async function readCharacterEvidence(
  muster: Pick<Community, "context">,
  { userId }: { userId: string },
  characterId: number,
  ...trees: Requirement[]
): Promise<CharacterEvidence> {
  const [user] = await readEvidence(muster, [userId], ...trees);
  const found = user?.characters.find((one) => one.characterId === characterId);
  if (found === undefined) throw new Error(`The user has no character ${characterId}.`);
  return found;
}
