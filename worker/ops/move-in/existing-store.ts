import { and, asc, eq, exists, gt, isNotNull, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { fold } from "#shared/fold.ts";
import { keyIdOf } from "#worker/ground/crypto.ts";
import { run, runBatch } from "#worker/db/batch.ts";
import type { Database } from "#worker/db/database.ts";
import { characters, eveTokens } from "#worker/db/schema/accounts.ts";
import { discordAccounts } from "#worker/db/schema/discord-servers.ts";
import { groups } from "#worker/db/schema/groups.ts";
import { watchEntries } from "#worker/db/schema/watchlist.ts";
import { orm, rows } from "#worker/db/statements.ts";
import type { Existing } from "#worker/ops/move-in/plan/community.ts";
import { watchKey } from "#worker/ops/move-in/plan/watchlist.ts";
import { selectMoves } from "./move-store.ts";
import type { MoveRow } from "./move-store.ts";

const PAGE_ROWS = 10_000;

/** The account that owns the moved groups, and the ids of the keys that have encrypted its tokens. */
type Owner = { userId: string; name: string; keyIds: string[] };

type Start = { owner: Owner | undefined; moves: MoveRow[]; existing: Existing };

/**
 * What the plan needs to know of the database: in one round trip, and one more for every ten thousand linked characters.
 * `ownerCharacter` is the name or the id of a character of the owner.
 */
export async function readStart(db: Database, ownerCharacter: string): Promise<Start> {
  const [[owner], tokens, moves, named, linked, watched, firstPage] = await runBatch(db, [
    selectOwner(ownerCharacter),
    selectOwnTokens(ownerCharacter),
    selectMoves(),
    rows({ id: groups.id, folded: groups.nameFolded }, (fields) => orm.select(fields).from(groups)),
    rows({ id: discordAccounts.discordId, userId: discordAccounts.userId }, (fields) =>
      orm.select(fields).from(discordAccounts),
    ),
    rows(
      { id: watchEntries.id, subject: watchEntries.subject, eveId: watchEntries.eveId },
      (fields) => orm.select(fields).from(watchEntries),
    ),
    selectHolders(0),
  ]);
  const holders: Existing["holders"] = new Map();
  for (let page = firstPage; ; page = await run(db, selectHolders(page.at(-1)?.id ?? 0))) {
    for (const { id, userId, ownerHash, unconfirmedSince } of page) {
      const isConfirmed = unconfirmedSince === null;
      if (userId !== null) holders.set(id, { userId, ownerHash, isConfirmed });
    }
    if (page.length < PAGE_ROWS) break;
  }
  const keyIds = [...new Set(tokens.map(({ refreshToken }) => keyIdOf(refreshToken)))];
  return {
    owner: owner?.userId == null ? undefined : { userId: owner.userId, name: owner.name, keyIds },
    moves,
    existing: {
      holders,
      groupNames: new Map(named.map(({ folded, id }) => [folded, id])),
      discord: new Map(linked.map(({ id, userId }) => [id, userId])),
      discordOf: new Map(linked.map(({ id, userId }) => [userId, id])),
      watched: new Map(watched.map((entry) => [watchKey(entry), entry.id])),
    },
  };
}

function selectHolders(after: number) {
  const { id, userId, ownerHash, unconfirmedSince } = characters;
  return rows({ id, userId, ownerHash, unconfirmedSince }, (fields) =>
    orm
      .select(fields)
      .from(characters)
      .where(and(gt(id, after), isNotNull(userId)))
      .orderBy(asc(id))
      .limit(PAGE_ROWS),
  );
}

const mine = alias(characters, "mine");

function isOwner(character: string, table: typeof characters | typeof mine): SQL {
  const isIt = /^\d+$/.test(character)
    ? eq(table.id, Number(character))
    : eq(table.nameFolded, fold(character));
  return sql`${and(isIt, isNotNull(table.userId))}`;
}

function selectOwner(character: string) {
  const { userId, name } = characters;
  return rows({ userId, name }, (fields) =>
    orm.select(fields).from(characters).where(isOwner(character, characters)).limit(1),
  );
}

function selectOwnTokens(character: string) {
  const own = orm
    .select({ id: mine.id })
    .from(mine)
    .where(and(isOwner(character, mine), eq(mine.userId, characters.userId)));
  return rows({ refreshToken: eveTokens.refreshToken }, (fields) =>
    orm
      .select(fields)
      .from(eveTokens)
      .innerJoin(characters, eq(characters.id, eveTokens.characterId))
      .where(exists(own)),
  );
}

/** Throws if the character has no account, or if this key has encrypted none of its tokens: then it is not the Worker's. */
export function requireOwner(owner: Owner | undefined, character: string, keyId: string): Owner {
  if (owner === undefined || owner.keyIds.length === 0) {
    throw new Error(
      `Log in to Muster with ${character} first: the account of that character becomes the owner of the groups, and its token shows whether the encryption key is right.`,
    );
  }
  if (owner.keyIds.includes(keyId)) return owner;
  throw new Error(
    `This TOKEN_ENCRYPTION_KEY is not the one that Muster uses: its id is ${keyId}, and the owner's tokens have ${owner.keyIds.join(", ")}.`,
  );
}
