import { and, eq, isNull, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { fold } from "#shared/fold.ts";
import type { MovedAccount } from "#shared/session.ts";
import { toLine } from "#shared/text.ts";
import { recordForEachUser } from "#worker/audit/record-many.ts";
import { recordEvent } from "#worker/audit/record.ts";
import { FOR_GOOD } from "#worker/auth/suspensions/suspended.ts";
import { runBatch } from "#worker/db/batch.ts";
import type { Database } from "#worker/db/database.ts";
import { characters, eveTokens, users } from "#worker/db/schema/accounts.ts";
import { discordAccounts } from "#worker/db/schema/discord-servers.ts";
import {
  operationGroups,
  operationReadings,
  operations,
  participations,
} from "#worker/db/schema/operations.ts";
import { excluded, nameOfColumn, orm } from "#worker/db/statements.ts";
import type { Statement } from "#worker/db/statements.ts";
import { NO_GRANT } from "#worker/discord/link/discord-api.ts";
import { boundToDiscord } from "#worker/discord/link/encrypted-token.ts";
import { encrypt } from "#worker/ground/crypto.ts";
import type { Keyring } from "#worker/ground/crypto.ts";
import { inChunks } from "#worker/ground/in-chunks.ts";
import { SYSTEMS } from "#worker/ops/move-in/plan/community.ts";
import type { Move } from "#worker/ops/move-in/plan/community.ts";
import type { MovePlan } from "#worker/ops/move-in/plan/make-plan.ts";
import type { PlannedPerson } from "#worker/ops/move-in/plan/people.ts";
import type { PlannedWatch } from "#worker/ops/move-in/plan/watchlist.ts";
import { allowMoveIn } from "#worker/watchlist/policy.ts";
import { hasRoomFor, insertEntry } from "#worker/watchlist/store.ts";
import { categoryStatements, groupStatements, ruleStatements } from "./group-statements.ts";
import { elementOf, inJsonLists, insertRows, isUnrecorded, recorded } from "./insert-rows.ts";
import { beginMove, finishMove, requireApplying } from "./move-store.ts";

/** Users whose rows belong to one batch. */
const USERS_AT_ONCE = 100;
const OPERATIONS_AT_ONCE = 100;
/** Each batch is a transaction of its own. Small enough to answer quickly, large enough that few are needed. */
const MAX_BATCH_BYTES = 2_000_000;

type Progress = {
  /** Told the share that is done, after each batch. */
  onBatch?: (share: number) => void;
  batchBytes?: number;
};

/**
 * Writes a plan in batches. Every statement leaves rows alone that are there, so a move that was killed is applied again from
 * the beginning and ends the same.
 */
export async function applyPlan(
  db: Database,
  plan: MovePlan,
  keyring: Keyring,
  { onBatch = () => {}, batchBytes = MAX_BATCH_BYTES }: Progress = {},
) {
  const parts = await partsOf(plan, keyring);
  let waiting: Statement[] = [beginMove(plan.move), requireApplying(plan.move)];
  let bytes = 0;
  for (const [index, part] of parts.entries()) {
    const statements = part();
    waiting.push(...statements);
    bytes += statements.reduce((sum, statement) => sum + sizeOf(statement), 0);
    const isLast = index === parts.length - 1;
    if (bytes < batchBytes && !isLast) continue;
    if (isLast) waiting.push(finishMove(plan.move, new Date()));
    await runBatch(db, waiting);
    onBatch((index + 1) / parts.length);
    waiting = [requireApplying(plan.move)];
    bytes = 0;
  }
}

function sizeOf(statement: Statement): number {
  const { sql, params } = statement.toSQL();
  return sql.length + params.reduce<number>((sum, value) => sum + String(value).length, 0);
}

/** What belongs together: built only when it is written. */
async function partsOf(plan: MovePlan, keyring: Keyring): Promise<(() => Statement[])[]> {
  const { move, users, groups } = plan;
  const discord = await Promise.all(
    plan.discord.map(async (link) => ({
      ...link,
      noGrant: await encrypt(keyring, NO_GRANT, boundToDiscord(link.discordId)),
    })),
  );
  const discordOf = Map.groupBy(discord, ({ userId }) => userId);
  const moved = movedAccounts(plan);
  return [
    // Before the characters: triggers find those that are linked now.
    ...plan.watched.map((entry) => () => watchStatements(plan, entry)),
    () => watchNoticeStatements(plan),
    ...inChunks(users, USERS_AT_ONCE).map((part) => () => [
      ...userStatements(move, part),
      ...discordStatements(
        move,
        part.flatMap(({ id }) => discordOf.get(id) ?? []),
      ),
      ...noticeStatements(move, part, moved),
    ]),
    () => categoryStatements(plan),
    ...groups.map((group) => () => groupStatements(plan, group)),
    ...inChunks(plan.operations, OPERATIONS_AT_ONCE).map(
      (part) => () => operationStatements(part, move),
    ),
    ...groups.map((group) => () => ruleStatements(plan, group)),
  ];
}

/** What each account receives. Members do not learn of system groups. */
function movedAccounts({ move, users, groups, discord }: MovePlan): Map<string, MovedAccount> {
  const moved = new Map<string, MovedAccount>();
  const from = SYSTEMS[move.system];
  const nothing = { from, characters: 0, groups: 0, requests: 0, hasDiscord: false };
  const of = (id: string) => {
    const account = moved.get(id) ?? { ...nothing };
    moved.set(id, account);
    return account;
  };
  for (const { id, characters } of users) {
    if (characters.length > 0) of(id).characters += characters.length;
  }
  for (const { members, requests, visibility } of groups) {
    for (const [userId, role] of members) {
      if (visibility !== "system" || role !== "member") of(userId).groups += 1;
    }
    for (const { userId } of requests) of(userId).requests += 1;
  }
  for (const { userId } of discord) of(userId).hasDiscord = true;
  return moved;
}

/** Statements that add an entry of the watchlist, as its keepers do, with its hits. */
function watchStatements({ move, ownerId }: MovePlan, entry: PlannedWatch): Statement[] {
  return insertEntry(
    allowMoveIn(),
    { ...entry, createdBy: ownerId },
    hasRoomFor(entry),
    move.startedAt,
  );
}

/** Statements that tell the log of the entries, once. */
function watchNoticeStatements({ move, watched }: MovePlan): Statement[] {
  if (watched.length === 0) return [];
  return [
    recordEvent(
      { requestId: move.id },
      {
        kind: "watch_list_imported",
        actor: "deployer",
        isOfCommunity: true,
        detail: { count: watched.length },
      },
      isUnrecorded(move, "watch_list_imported"),
    ).statement,
  ];
}

/** Statements that write operations. Who took part stands in the reading before the rows: a trigger would add each. */
function operationStatements(part: MovePlan["operations"], { startedAt }: Move): Statement[] {
  return [
    ...insertRows(
      operations,
      part.map(({ took: _took, ...operation }) => ({ ...operation, createdAt: startedAt })),
    ),
    ...insertRows(
      operationGroups,
      part.map(({ id: operationId, groupId, startsAt }) => ({ operationId, groupId, startsAt })),
    ),
    ...insertRows(
      operationReadings,
      part
        .filter(({ took }) => took.length > 0)
        .map(({ id: operationId, startsAt, endsAt, took }) => ({
          operationId,
          begunAt: startsAt,
          endedAt: endsAt,
          dueAt: endsAt,
          spans: { read: [], presentMost: 0 },
          people: took,
          isComplete: true,
        })),
    ),
    ...insertRows(
      participations,
      part.flatMap(({ id: operationId, startsAt: at, took }) =>
        took.map((userId) => ({ userId, at, operationId, ships: [] })),
      ),
    ),
  ];
}

/** Expired long ago: the first use of a grant refreshes it. */
const NO_ACCESS_TOKEN = { accessToken: "", accessExpiresAt: new Date(0) };

/** Statements that create accounts, and link their characters with their grants. */
function userStatements(move: Move, planned: PlannedPerson[]): Statement[] {
  const { startedAt, system } = move;
  const created = planned.filter(({ isNew }) => isNew);
  const linked = planned.flatMap(({ id: userId, characters: own }) =>
    own.map((character) => ({ ...character, userId })),
  );
  const inactive = created.filter(({ isActive }) => !isActive);
  const reason = `Inactive in ${SYSTEMS[system]}`;
  return [
    ...insertRows(
      users,
      created.map(({ id, isActive }) => ({
        id,
        createdAt: startedAt,
        suspendedUntil: isActive ? null : FOR_GOOD,
        suspensionReason: isActive ? null : reason,
      })),
    ),
    ...insertRows(
      characters,
      linked.map(({ id, name, userId, ownerHash }) => ({
        id,
        name: nameOf(id, name),
        nameFolded: fold(nameOf(id, name)),
        userId,
        ownerHash,
        linkedAt: startedAt,
      })),
      { conflict: LINK_KNOWN_CHARACTER },
    ),
    ...insertRows(
      eveTokens,
      linked.flatMap(({ id, grant }) =>
        grant === undefined
          ? []
          : [
              {
                characterId: id,
                refreshToken: grant.refreshToken,
                ...NO_ACCESS_TOKEN,
                scopes: [...grant.scopes],
                // EVE has not confirmed it yet.
                state: "unknown" as const,
                stateSince: startedAt,
              },
            ],
      ),
      { condition: isLinkedBy(move) },
    ),
    ...inJsonLists(created.map(({ id, mainCharacterId }) => [id, mainCharacterId])).map(setMains),
    ...eachUser(
      inactive.map(({ id }) => [id]),
      move,
      { kind: "user_suspended", detail: { reason, until: null } },
    ),
  ];
}

/** A character that was looked up before has a row without a user. */
const LINK_KNOWN_CHARACTER = sql`on conflict (${nameOfColumn(characters.id)}) do update set ${sql.join(
  [characters.userId, characters.ownerHash, characters.linkedAt].map(
    (column) => sql`${nameOfColumn(column)} = ${excluded(column)}`,
  ),
  sql`, `,
)} where ${characters.userId} is null`;

/** Only characters that this move has linked: others have grants of their own. */
function isLinkedBy({ startedAt }: Move): SQL {
  return sql`exists (select 1 from ${characters}
    where ${characters.id} = ${elementOf(0)} and ${characters.linkedAt} = ${startedAt.getTime()})`;
}

function setMains(json: string): Statement {
  const isOwn = sql`exists (select 1 from ${characters}
    where ${characters.id} = chosen.characterId and ${characters.userId} = ${users.id})`;
  return orm
    .update(users)
    .set({ mainCharacterId: sql`chosen.characterId` })
    .from(
      sql`(select ${elementOf(0)} as userId, ${elementOf(1)} as characterId from json_each(${json})) as chosen`,
    )
    .where(and(eq(users.id, sql`chosen.userId`), isNull(users.mainCharacterId), isOwn));
}

function discordStatements({ startedAt }: Move, links: LinkedDiscord[]): Statement[] {
  return insertRows(
    discordAccounts,
    links.map(({ userId, discordId, username, noGrant }) => ({
      discordId,
      userId,
      username: toLine(username),
      displayName: null,
      discriminator: "0",
      refreshToken: noGrant,
      isAuthorized: false,
      linkedAt: startedAt,
      checkDueAt: startedAt,
    })),
  );
}

/** `noGrant`: the encrypted token of a link without a grant. */
type LinkedDiscord = MovePlan["discord"][number] & { noGrant: string };

/** The event of each account that received something, which is also its notice. */
function noticeStatements(
  move: Move,
  users: PlannedPerson[],
  moved: Map<string, MovedAccount>,
): Statement[] {
  const values = users.flatMap(({ id }) => {
    const account = moved.get(id);
    return account === undefined ? [] : [[id, JSON.stringify({ moved: account })]];
  });
  return eachUser(values, move, { kind: "account_moved_in", detail: elementOf(1) });
}

/** Records an event for each user whose id is the first element of a list; once, however often it is written. */
function eachUser(
  values: unknown[][],
  move: Move,
  event: Pick<Parameters<typeof recordForEachUser>[1], "kind" | "detail">,
): Statement[] {
  return inJsonLists(values).map((json) =>
    recordForEachUser(
      { requestId: move.id },
      { ...event, actor: "deployer" },
      sql`json_each(${json}) join ${users} on ${users.id} = ${elementOf(0)}`,
      isUnrecorded(move, event.kind, eq(recorded.subjectId, users.id)),
    ),
  );
}

function nameOf(id: number, name: string): string {
  return toLine(name) || `Character ${id}`;
}
