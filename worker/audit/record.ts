import type { Changes, DetailOf } from "#shared/events/details.ts";
import { eq, sql } from "drizzle-orm";
import type { SQL, SQLWrapper } from "drizzle-orm";
import type { EventKind } from "#shared/events/kinds.ts";
import { runNamed } from "#worker/db/batch.ts";
import { users } from "#worker/db/schema/accounts.ts";
import { applications } from "#worker/db/schema/applications.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { community } from "#worker/db/schema/installation.ts";
import { corporations } from "#worker/db/schema/corporations.ts";
import { discordServers } from "#worker/db/schema/discord-servers.ts";
import { categories, groups } from "#worker/db/schema/groups.ts";
import { insertWhere, orm, rows } from "#worker/db/statements.ts";
import type { Read, Statement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { countEvent } from "./daily-limits.ts";
import { characterOf, mainName, named, subjectOf } from "./event-names.ts";
import { newEventId } from "./event-id.ts";
import type { EventActor, NewEvent } from "./new-event.ts";
import { editOf, eventIdOf, MERGE, wasRecorded } from "./repeated-edits.ts";

/** An event, and the change that it tells of. */
type RecordedChange<Kind extends EventKind = EventKind> = NewEvent<Kind> & {
  /** Must hold for the change to be made. May name columns of what the event is about: `groups`, `categories`… */
  condition?: SQL | undefined;
  /** Asks for a fresh proof before anything else, where the change needs one: `requireProofToGive`. */
  proof?: readonly Statement[];
  /** SQL: rows that follow from it beside those of every such change (`countAct`). */
  rows?: SQL;
  /** The change itself: each statement must apply only where `applied` is true. */
  statements: (applied: SQL) => Statement[];
};

/**
 * Makes a change and records it, in one batch: both or neither. The event is inserted first and only if `condition`
 * holds; the other statements depend on it. Counts the change against the user's daily limits and throws a 429 above them.
 * Returns whether the change was made.
 */
export function recordAndApply<Kind extends EventKind>(
  context: Context,
  change: RecordedChange<Kind>,
): Promise<boolean>;
export async function recordAndApply(context: Context, change: RecordedChange): Promise<boolean> {
  const { isMade } = await makeChange(context, change, []);
  return isMade;
}

/** As `recordAndApply`, and in the same round trip reads the outcome; undefined if the change was not made. */
export function recordApplyAndRead<Row, Kind extends EventKind>(
  context: Context,
  change: RecordedChange<Kind>,
  read: Read<Row[]>,
): Promise<Row | undefined>;
export async function recordApplyAndRead<Row>(
  context: Context,
  change: RecordedChange,
  read: Read<Row[]>,
): Promise<Row | undefined> {
  const { isMade, found } = await makeChange(context, change, [read]);
  return isMade ? found : undefined;
}

async function makeChange<Row>(
  context: Context,
  change: RecordedChange,
  reads: readonly Read<Row[]>[],
) {
  const { statement, applied } = recordEvent(context, change, change.condition);
  const { recorded, found } = await runNamed(context.db, {
    proof: change.proof ?? [],
    recorded: [statement],
    rest: [...countEvent(context, change, applied), ...change.statements(applied)],
    found: reads,
  });
  return { isMade: recorded[0].length > 0, found: found[0]?.[0] };
}

/**
 * Creates something and records it, in one batch, and in the same round trip reads the outcome, if there is something to read. The event is
 * inserted after the row that it is about, and only if the row is there. Counts against the daily limits as `recordAndApply` does.
 */
export function createAndRecord<Row, Kind extends EventKind>(
  context: Context,
  event: NewEvent<Kind>,
  creation: readonly Statement[],
  read?: Read<Row[]>,
): Promise<Row | undefined>;
export async function createAndRecord<Row>(
  context: Context,
  event: NewEvent,
  creation: readonly Statement[],
  read?: Read<Row[]>,
): Promise<Row | undefined> {
  const { statement, applied } = recordEvent(context, event);
  const reads = read === undefined ? [] : [read];
  const { found } = await runNamed(context.db, {
    creation,
    recorded: [statement],
    found: reads,
    counted: countEvent(context, event, applied),
  });
  return found[0]?.[0];
}

type RecordedEvent = { statement: Read<{ id: string }[]>; applied: SQL };

/**
 * A statement that records an event if `condition` holds when it runs, and the condition that is true for the rest of
 * the batch only if it was recorded. An edit soon after another becomes part of that event (`repeated-edits.ts`).
 */
export function recordEvent<Kind extends EventKind>(
  context: Pick<Context, "requestId">,
  event: NewEvent<Kind>,
  condition?: SQL,
): RecordedEvent;
export function recordEvent(
  context: Pick<Context, "requestId">,
  event: NewEvent,
  condition: SQL = sql`true`,
): RecordedEvent {
  const now = Date.now();
  const id = newEventId(now);
  const { from, isIt, row: about } = sourceOf(event);
  const edit = editOf(context, event, id);
  const common = commonOf(event, context.requestId);
  const row = { ...common, ...about, id: edit ? eventIdOf(edit, now) : id };
  const insertion = insertWhere(auditEvents, row, sql`${isIt} and ${condition}`, from);
  return {
    statement: rows({ id: auditEvents.id }, (fields) =>
      (edit ? insertion.onConflictDoUpdate(MERGE) : insertion).returning(fields),
    ),
    applied: edit
      ? wasRecorded(edit, now)
      : sql`exists (select 1 from ${auditEvents} where ${eq(auditEvents.id, id)})`,
  };
}

/** The id of an event that is recorded later: the outside world is told of it first. */
export function reserveEventId(): string {
  return newEventId(Date.now());
}

/** The row that an event is about, without which nothing is recorded, and what the event has of it. */
function sourceOf(event: NewEvent) {
  if ("groupId" in event) {
    const { groupId, subjectId } = event;
    return {
      from: sql`${groups}`,
      isIt: eq(groups.id, groupId),
      row: {
        log: "groups" as const,
        ...(subjectId !== undefined && subjectOf(subjectId)),
        groupId,
        groupName: sql`${groups.name}`,
        groupVisibility: sql`${groups.effectiveVisibility}`,
      },
    };
  }
  if ("categoryId" in event) {
    const { categoryId } = event;
    return {
      from: sql`${categories}`,
      isIt: eq(categories.id, categoryId),
      row: { log: "groups" as const, categoryId, categoryName: sql`${categories.name}` },
    };
  }
  if ("corporationId" in event) {
    const { corporationId, characterId } = event;
    return {
      from: sql`${corporations}`,
      isIt: eq(corporations.id, corporationId),
      row: {
        log: "corporations" as const,
        corporationId,
        corporationName: sql`${corporations.name}`,
        ...(characterId !== undefined && {
          ...subjectOf(
            sql`(${orm.select({ id: named.userId }).from(named).where(eq(named.id, characterId))})`,
          ),
          ...characterOf(characterId),
        }),
      },
    };
  }
  if ("isOfCommunity" in event) {
    return { from: sql`${community}`, isIt: sql`true`, row: { log: "groups" as const } };
  }
  if ("serverId" in event) {
    const { serverId, subjectId } = event;
    return {
      from: sql`${discordServers}`,
      isIt: eq(discordServers.id, serverId),
      row: {
        log: "discord" as const,
        ...(subjectId !== undefined && subjectOf(subjectId)),
        serverId,
        serverName: sql`${discordServers.name}`,
      },
    };
  }
  if ("applicationId" in event) {
    const { applicationId, subjectId } = event;
    return {
      from: sql`${applications}`,
      isIt: eq(applications.id, applicationId),
      row: {
        log: "applications" as const,
        ...(subjectId !== undefined && subjectOf(subjectId)),
        applicationId,
        applicationName: sql`${applications.name}`,
      },
    };
  }
  if ("isOfKeys" in event) {
    return { from: sql`(select 1)`, isIt: sql`true`, row: { log: "applications" as const } };
  }
  const { userId, character } = event;
  return {
    from: sql`${users}`,
    isIt: eq(users.id, userId),
    row: {
      log: "accounts" as const,
      ...subjectOf(userId),
      ...(character && { ...characterOf(character.id), ownerHash: character.ownerHash ?? null }),
    },
  };
}

type CommonOfEvent = {
  kind: EventKind;
  actor: EventActor | { userId: SQLWrapper };
  detail?: DetailOf<EventKind> | SQL;
};

/** What all events have. */
export function commonOf({ kind, actor, detail }: CommonOfEvent, requestId: string) {
  const actorId = typeof actor === "string" ? null : actor.userId;
  const program =
    typeof actor === "object" && "application" in actor ? actor.application : undefined;
  return {
    kind,
    actorKind:
      typeof actor === "string" ? actor : program ? ("application" as const) : ("user" as const),
    actorId: actorId === null ? null : sql`${actorId}`,
    actorName: program ?? (actorId === null ? null : mainName(actorId)),
    detail: detail ?? {},
    requestId,
    createdAt: new Date(),
  };
}

/** The fields that differ, before and after; undefined if none does. */
export function changesBetween<Field extends string>(
  before: Record<Field, string | null>,
  after: Record<Field, string | null>,
  fields: readonly Field[],
): Changes<Field> | undefined {
  const changed = fields.filter((field) => before[field] !== after[field]);
  if (changed.length === 0) return undefined;
  const changes: Changes<Field> = {};
  for (const field of changed) changes[field] = { from: before[field], to: after[field] };
  return changes;
}
