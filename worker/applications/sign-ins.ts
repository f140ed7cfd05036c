import { and, desc, eq, inArray, lt, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { SignIn, SignIns } from "#shared/applications/applications.ts";
import { run } from "#worker/db/batch.ts";
import { users } from "#worker/db/schema/accounts.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { orm, prepare } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { PAGE_LIMIT, readCursor, toPage } from "#worker/http/page.ts";

/** The events that are sign-ins, and how each ended. */
const OUTCOMES = {
  application_signed_in: "signed_in",
  application_refused: "refused",
  application_cancelled: "cancelled",
} satisfies Record<string, SignIn["outcome"]>;
type Kind = keyof typeof OUTCOMES;

/** Greater than every id. */
const NEWEST = "~";
const cursorKey = z.tuple([z.string()]);

const selectPage = prepare(
  {
    id: auditEvents.id,
    kind: sql<Kind>`${auditEvents.kind}`,
    createdAt: auditEvents.createdAt,
    userId: auditEvents.subjectId,
    name: auditEvents.subjectName,
    mainCharacterId: users.mainCharacterId,
    reason: sql<string | null>`${auditEvents.detail} ->> '$.reason'`,
  },
  (fields) =>
    orm
      .select(fields)
      .from(auditEvents)
      .leftJoin(users, eq(users.id, auditEvents.subjectId))
      .where(
        and(
          eq(auditEvents.applicationId, sql.placeholder("id")),
          lt(auditEvents.id, sql.placeholder("olderThan")),
          inArray(sql`+${auditEvents.kind}`, Object.keys(OUTCOMES)),
        ),
      )
      .orderBy(desc(auditEvents.id))
      .limit(PAGE_LIMIT),
);

/** Who signed in to an application, and who could not, the newest first. */
export async function listSignIns(
  { db }: Context,
  id: string,
  cursor: string | undefined,
): Promise<SignIns> {
  const [olderThan = NEWEST] = readCursor(cursor, cursorKey) ?? [];
  const found = await run(db, selectPage({ id, olderThan }));
  const { rows, nextCursor } = toPage(found, (row) => [row.id]);
  return {
    items: rows.map(({ kind, createdAt, reason, userId, name, mainCharacterId, ...event }) => ({
      id: event.id,
      at: createdAt.toISOString(),
      person: { userId, name, mainCharacterId },
      outcome: OUTCOMES[kind],
      reason,
    })),
    nextCursor,
  };
}
