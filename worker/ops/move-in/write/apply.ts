import type { MovedAccount } from "#shared/session.ts";
import { recordEvent } from "#worker/audit/record.ts";
import { runBatch } from "#worker/db/batch.ts";
import type { Database } from "#worker/db/database.ts";
import type { Statement } from "#worker/db/statements.ts";
import { NO_GRANT } from "#worker/discord/link/discord-api.ts";
import { boundTo } from "#worker/discord/link/encrypted-token.ts";
import { encrypt } from "#worker/ground/crypto.ts";
import type { Keyring } from "#worker/ground/crypto.ts";
import { SYSTEMS } from "#worker/ops/move-in/plan/community.ts";
import { idsOf } from "#worker/ops/move-in/plan/ids.ts";
import type { Plan } from "#worker/ops/move-in/plan/make-plan.ts";
import type { PlannedUser } from "#worker/ops/move-in/plan/people.ts";
import type { PlannedWatch } from "#worker/ops/move-in/plan/watchlist.ts";
import { allowMoveIn } from "#worker/watchlist/policy.ts";
import { hasRoomFor, insertEntry } from "#worker/watchlist/store.ts";
import { categoryStatements, groupStatements, ruleStatements } from "./group-statements.ts";
import { isUnrecorded } from "./insert-rows.ts";
import { beginMove, finishMove, requireApplying } from "./move-store.ts";
import { discordStatements, noticeStatements, userStatements } from "./user-statements.ts";

/** Users whose rows belong to one batch. */
const USERS_AT_ONCE = 100;
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
  plan: Plan,
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
async function partsOf(plan: Plan, keyring: Keyring): Promise<(() => Statement[])[]> {
  const { move, users, groups } = plan;
  const discord = await Promise.all(
    plan.discord.map(async (link) => ({
      ...link,
      noGrant: await encrypt(keyring, NO_GRANT, boundTo(link.discordId)),
    })),
  );
  const requestIds = await Promise.all(
    groups.map(async ({ id, requests }) => {
      const entries = requests.map(async ({ userId, notes }) => {
        const key = `${id} ${userId}`;
        const [own = ""] = (await idsOf(move, "request", [key])).values();
        const ofNotes = await idsOf(
          move,
          "note",
          notes.map((_note, index) => `${key} ${index}`),
        );
        return [userId, { id: own, notes: [...ofNotes.values()] }] as const;
      });
      return new Map(await Promise.all(entries));
    }),
  );
  const discordOf = Map.groupBy(discord, ({ userId }) => userId);
  const moved = movedAccounts(plan);
  return [
    // Before the characters: triggers find those that are linked now.
    ...plan.watched.map((entry) => () => watchStatements(plan, entry)),
    () => watchNoticeStatements(plan),
    ...inParts(users).map((part) => () => [
      ...userStatements(move, part),
      ...discordStatements(
        move,
        part.flatMap(({ id }) => discordOf.get(id) ?? []),
      ),
      ...noticeStatements(move, new Map(part.flatMap(({ id }) => mapEntry(id, moved.get(id))))),
    ]),
    () => categoryStatements(plan),
    ...groups.map(
      (group, index) => () =>
        groupStatements(plan, { ...group, requestIds: requestIds[index] ?? new Map() }),
    ),
    ...groups.map((group) => () => ruleStatements(plan, group)),
  ];
}

function mapEntry(id: string, moved: MovedAccount | undefined): [string, MovedAccount][] {
  return moved === undefined ? [] : [[id, moved]];
}

/** What each account receives. Members do not learn of system groups. */
function movedAccounts({ move, users, groups, discord }: Plan): Map<string, MovedAccount> {
  const moved = new Map<string, MovedAccount>();
  const from = SYSTEMS[move.system];
  const of = (id: string) => {
    const account = moved.get(id) ?? {
      from,
      characters: 0,
      groups: 0,
      requests: 0,
      hasDiscord: false,
    };
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

function inParts(users: PlannedUser[]): PlannedUser[][] {
  return Array.from({ length: Math.ceil(users.length / USERS_AT_ONCE) }, (_, part) =>
    users.slice(part * USERS_AT_ONCE, (part + 1) * USERS_AT_ONCE),
  );
}

/** Statements that add an entry of the watchlist, as its keepers do, with its hits. */
function watchStatements({ move, ownerId }: Plan, entry: PlannedWatch): Statement[] {
  return insertEntry(
    allowMoveIn(),
    { ...entry, createdBy: ownerId },
    hasRoomFor(entry),
    move.startedAt,
  );
}

/** Statements that tell the log of the entries, once. */
function watchNoticeStatements({ move, watched }: Plan): Statement[] {
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
