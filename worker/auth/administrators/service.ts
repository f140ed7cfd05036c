import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { recordForEachUser } from "#worker/audit/record-many.ts";
import { run } from "#worker/db/batch.ts";
import { withOptimisticLock } from "#worker/db/optimistic-lock.ts";
import { characters, users } from "#worker/db/schema/accounts.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import type { Statement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { isAdministrator } from "./store.ts";
import * as store from "./store.ts";

/** Gives a character of ADMIN_CHARACTER_IDS its rights back, and pins its present owner. */
export async function confirmAdministrator(
  context: Context,
  { userId }: { userId: string },
  characterId: number,
) {
  const { db, config } = context;
  const read = async () => {
    const ids = config.ADMIN_CHARACTER_IDS.filter((id) => id === characterId);
    const [found] = await run(db, store.selectAdministrators(ids));
    if (found === undefined || found.isWithheld === 0) throw new ApiError("no_withheld_rights");
    const { characterName, userId: heldBy, ownerHash } = found;
    // Only an owner who has signed in can be confirmed.
    if (heldBy === null || ownerHash === null) {
      throw new ApiError("character_not_linked", { characterName });
    }
    return { characterId, userId: heldBy, ownerHash };
  };
  await withOptimisticLock(read, (found) => store.updatePin(context, { userId }, found));
}

const last = alias(auditEvents, "last");
const earlier = alias(auditEvents, "earlier");

/**
 * Statements that record who has become an administrator, and who is one no longer, since they last ran. The variable
 * ADMIN_CHARACTER_IDS changes with a deployment, and a sale changes who holds a character: no request tells of it.
 */
export function recordAdministrators({ config, ...context }: Context): Statement[] {
  const ids = JSON.stringify(config.ADMIN_CHARACTER_IDS);
  const isNow = isAdministrator(users.id, ids);
  // All events of these kinds are few.
  const wasAdded = sql`coalesce((select ${last.kind} from ${auditEvents} as ${last}
    where ${last.kind} in ('administrator_added', 'administrator_removed') and +${last.subjectId} = ${users.id}
    order by ${last.id} desc limit 1), '') = 'administrator_added'`;
  const holders = sql`select ${characters.userId} from ${characters}
    where ${characters.id} in (select value from json_each(${ids}))`;
  const added = sql`select ${earlier.subjectId} from ${auditEvents} as ${earlier}
    where ${earlier.kind} = 'administrator_added'`;
  return [
    recordForEachUser(
      context,
      { kind: "administrator_added", actor: "job" },
      sql`${users}`,
      sql`${users.id} in (${holders}) and ${isNow} and not ${wasAdded}`,
    ),
    recordForEachUser(
      context,
      { kind: "administrator_removed", actor: "job" },
      sql`${users}`,
      sql`${users.id} in (${added}) and not ${isNow} and ${wasAdded}`,
    ),
  ];
}
