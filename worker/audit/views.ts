import { and, eq, gte, not, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { once } from "#shared/once.ts";
import { users } from "#worker/db/schema/accounts.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { community } from "#worker/db/schema/installation.ts";
import { corporations } from "#worker/db/schema/corporations.ts";
import { groups } from "#worker/db/schema/groups.ts";
import { existsIn, insertWhere, prepare } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { eventIdsFrom, newEventId } from "./event-id.ts";
import { subjectOf } from "./event-names.ts";
import { commonOf } from "./record.ts";

/** One event for all looks of a reader at one thing within this time. */
const VIEW_MS = 60 * 60 * 1000;

const view = alias(auditEvents, "view");

const placeholder = (name: string) => sql`${sql.placeholder(name)}`;
const readerId = placeholder("readerId");
/** The id of what is looked at. */
const about = placeholder("about");

/** What is looked at: its row, what the event tells of it, and a condition on `view`, about the same thing. */
const VIEWED = {
  pilot_viewed: once(() => ({
    from: sql`${users}`,
    isIt: eq(users.id, about),
    isSame: sql`+${view.subjectId} = ${about}`,
    row: { log: "accounts" as const, ...subjectOf(about) },
  })),
  review_viewed: once(() => ({
    from: sql`${groups}`,
    isIt: eq(groups.id, about),
    isSame: sql`+${view.groupId} = ${about}`,
    row: {
      log: "groups" as const,
      groupId: about,
      groupName: sql`${groups.name}`,
      groupVisibility: sql`${groups.effectiveVisibility}`,
    },
  })),
  roster_viewed: once(() => ({
    from: sql`${corporations}`,
    isIt: eq(corporations.id, about),
    isSame: sql`+${view.corporationId} = ${about}`,
    row: {
      log: "corporations" as const,
      corporationId: about,
      corporationName: sql`${corporations.name}`,
    },
  })),
  watch_list_viewed: once(() => ({
    from: sql`${community}`,
    isIt: sql`true`,
    isSame: sql`true`,
    row: { log: "groups" as const },
  })),
  pilots_looked_up: once(() => ({
    from: sql`${community}`,
    isIt: sql`true`,
    isSame: sql`true`,
    row: { log: "groups" as const },
  })),
};

/**
 * A statement, built once, that records that a user looks at something of others, once an hour for each reader and thing.
 * `condition`: the user may look, with the placeholders `readerId`, `about` and those of `values`. Where it does not hold, nothing
 * else is read.
 */
export function prepareView(kind: keyof typeof VIEWED, condition: () => SQL) {
  const statement = prepare({ id: auditEvents.id }, (fields) => {
    const { from, isIt, isSame, row } = VIEWED[kind]();
    const isRecent = and(
      eq(view.actorId, readerId),
      gte(view.id, sql.placeholder("since")),
      sql`+${view.kind} = ${kind}`,
      isSame,
    );
    const isNew = not(existsIn(view, isRecent));
    const event = {
      ...commonOf({ kind, actor: { userId: readerId } }, ""),
      ...row,
      id: placeholder("id"),
      requestId: placeholder("httpRequestId"),
      createdAt: placeholder("now"),
    };
    return insertWhere(
      auditEvents,
      event,
      sql`${isIt} and case when ${condition()} then ${isNew} end`,
      from,
    ).returning(fields);
  });
  return (
    { requestId }: Pick<Context, "requestId">,
    readerId: string,
    values: Parameters<typeof statement>[0] & { about?: string | number } = {},
  ) => {
    const now = Date.now();
    const since = eventIdsFrom(now - VIEW_MS);
    return statement({
      ...values,
      readerId,
      httpRequestId: requestId,
      now,
      since,
      id: newEventId(now),
    });
  };
}
