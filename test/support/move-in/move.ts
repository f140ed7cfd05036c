import type { Database } from "#worker/db/database.ts";
import { boundToCharacter } from "#worker/auth/tokens/encrypted-tokens.ts";
import { encrypt } from "#worker/ground/crypto.ts";
import { readStart } from "#worker/ops/move-in/existing-store.ts";
import type { System } from "#worker/ops/move-in/plan/community.ts";
import { grantReader } from "#worker/ops/move-in/plan/grants.ts";
import { makePlan } from "#worker/ops/move-in/plan/make-plan.ts";
import type { Report } from "#worker/ops/move-in/read/rows.ts";
import { readers } from "#worker/ops/move-in/open-export.ts";
import { applyPlan } from "#worker/ops/move-in/apply.ts";
import type { Muster } from "#test/support/workerd/harness.ts";
import { CLIENT_ID } from "./old-community.ts";

type Given = {
  system: System;
  chunks: AsyncIterable<string>;
  ownerId: string;
  /** The id of the move. */
  id: string;
  startedAt: Date;
};

/** Reads and plans, as the command does. */
async function planMove(
  { context }: Pick<Muster, "context">,
  { system, chunks, ownerId, id, startedAt }: Given,
) {
  const report: Report = [];
  const { keyring } = context.config;
  const grants = grantReader(
    CLIENT_ID,
    (token, characterId) => encrypt(keyring, token, boundToCharacter(characterId)),
    report,
  );
  const community = await readers[system](chunks, grants, report);
  const { existing } = await readStart(context.db, ownerId);
  const plan = makePlan(community, { existing, ownerId, move: { id, system, startedAt } }, report);
  return { plan, report };
}

/** Moves a community in, as the command does. `db` may fail at any batch. */
export async function moveIn(
  muster: Pick<Muster, "context">,
  given: Given,
  db: Database = muster.context.db,
) {
  const planned = await planMove(muster, given);
  await applyPlan(db, planned.plan, muster.context.config.keyring, { batchBytes: 20_000 });
  return planned;
}
