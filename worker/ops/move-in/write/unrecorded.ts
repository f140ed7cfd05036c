import { and, eq, notExists } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { GroupEventKind } from "#shared/events/kinds.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { orm } from "#worker/db/statements.ts";
import type { Move } from "#worker/ops/move-in/plan/make-plan.ts";

export const recorded = alias(auditEvents, "recorded");

/** SQL condition: the move has not recorded this event yet. */
export function isUnrecorded({ id }: Move, kind: GroupEventKind, about?: SQL): SQL {
  return notExists(
    orm
      .select({ id: recorded.id })
      .from(recorded)
      .where(and(eq(recorded.requestId, id), eq(recorded.kind, kind), about)),
  );
}
