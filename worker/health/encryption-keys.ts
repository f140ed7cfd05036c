import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import * as z from "zod/mini";
import { boundToOf } from "#worker/account/revocations.ts";
import { boundToSigningKey } from "#worker/applications/oidc/signing-keys.ts";
import { boundToWebhook } from "#worker/applications/webhooks/signature.ts";
import { boundToCharacter } from "#worker/auth/tokens/encrypted-tokens.ts";
import { run, runBatch } from "#worker/db/batch.ts";
import type { Database } from "#worker/db/database.ts";
import { eveTokens } from "#worker/db/schema/accounts.ts";
import { webhooks } from "#worker/db/schema/application-interfaces.ts";
import { signingKeys } from "#worker/db/schema/applications.ts";
import { discordFeeds } from "#worker/db/schema/discord-posts.ts";
import { discordAccounts } from "#worker/db/schema/discord-servers.ts";
import { tokenRevocations } from "#worker/db/schema/erasure.ts";
import { columns, idsIn, nameOfColumn, rows, write } from "#worker/db/statements.ts";
import { boundToDiscord } from "#worker/discord/link/encrypted-token.ts";
import { boundToFeed } from "#worker/discord/posts/webhook-token.ts";
import type { Context } from "#worker/env.ts";
import { BUDGETS } from "#worker/ground/config.ts";
import { decrypt, encrypt, KEY_ID_LENGTH } from "#worker/ground/crypto.ts";
import type { Keyring } from "#worker/ground/crypto.ts";
import { rewriteCodes, selectKeyIds, selectOutdated } from "#worker/groups/codes/encrypted-code.ts";
import { startJob } from "#worker/work/job-runs.ts";

/** A check of a Discord account may use its refresh token for this long; the token must not change then. */
const DISCORD_CHECK_MS = 60 * 60 * 1000;

/** A table of encrypted tokens. `version` changes with every write that could conflict with a rewrite. */
type TokenTable = {
  table: SQLiteTable;
  id: SQLiteColumn;
  version: SQLiteColumn;
  refreshToken: SQLiteColumn;
  accessToken?: SQLiteColumn;
  /** A list of further tokens, as in `eve_tokens`. */
  spares?: SQLiteColumn;
  /** SQL condition: nothing uses the token at this time. */
  isFree?: (now: number) => SQL;
  boundTo: (id: string | number) => string;
};

// Sign-in states and pending claims live for ten minutes and are not rewritten.
const TABLES: TokenTable[] = [
  {
    table: eveTokens,
    id: eveTokens.characterId,
    version: eveTokens.version,
    refreshToken: eveTokens.refreshToken,
    accessToken: eveTokens.accessToken,
    spares: eveTokens.spares,
    boundTo: (id) => boundToCharacter(Number(id)),
  },
  {
    table: discordAccounts,
    id: discordAccounts.discordId,
    version: discordAccounts.checkDueAt,
    refreshToken: discordAccounts.refreshToken,
    isFree: (now) => sql`(${discordAccounts.checkDueAt} <= ${now}
      or ${discordAccounts.checkDueAt} > ${now + DISCORD_CHECK_MS})`,
    boundTo: (id) => boundToDiscord(String(id)),
  },
  {
    table: tokenRevocations,
    id: tokenRevocations.id,
    version: tokenRevocations.attempts,
    refreshToken: tokenRevocations.refreshToken,
    boundTo: (id) => boundToOf(String(id)),
  },
  {
    table: discordFeeds,
    id: discordFeeds.id,
    version: discordFeeds.version,
    refreshToken: discordFeeds.webhookToken,
    boundTo: (id) => boundToFeed(String(id)),
  },
  {
    table: webhooks,
    id: webhooks.id,
    version: webhooks.secretVersion,
    refreshToken: webhooks.secret,
    // Never of an older key than the secret itself.
    accessToken: webhooks.formerSecret,
    boundTo: (id) => boundToWebhook(String(id)),
  },
  {
    table: signingKeys,
    id: signingKeys.kid,
    version: signingKeys.createdAt,
    refreshToken: signingKeys.privateKey,
    boundTo: (id) => boundToSigningKey(String(id)),
  },
];

const keyIdOf = (column: SQLiteColumn | SQL) => sql<string>`substr(${column}, 1, ${KEY_ID_LENGTH})`;
const keyIdOfSpare = keyIdOf(sql`json_extract(spare.value, '$.refreshToken')`);

/**
 * How many tokens and invite codes each encryption key has encrypted, by the key's id: a previous key that is not among
 * them can be dropped. Reads all of them, so it runs hourly at most, and not for requests.
 */
export async function countTokensByKey(db: Database): Promise<Record<string, number>> {
  const keyIds = TABLES.flatMap(({ table, refreshToken, spares }) => [
    sql`select ${keyIdOf(refreshToken)} as key_id from ${table} where ${refreshToken} is not null`,
    ...(spares === undefined
      ? []
      : [
          sql`select ${keyIdOfSpare} as key_id from ${table} cross join json_each(${spares}) as spare
            where ${spares} is not null`,
        ]),
  ]);
  // One statement each: D1 takes at most five terms in a union.
  const counted = await runBatch(
    db,
    [...keyIds, selectKeyIds].map((ofTable) =>
      rows(
        { keyId: sql<string>`key_id`, tokens: sql<number>`count(*)` },
        (fields) => sql`select ${columns(fields)} from (${ofTable}) group by key_id`,
      ),
    ),
  );
  const sums: Record<string, number> = {};
  for (const { keyId, tokens } of counted.flat()) sums[keyId] = (sums[keyId] ?? 0) + tokens;
  return sums;
}

/** A statement that returns a row if something is to be encrypted again; undefined while there is a previous key. */
export function selectUnencrypted({ config }: Context) {
  return config.keyring.all.size > 1 ? undefined : [selectOutdated([], 1)];
}

/**
 * Encrypts tokens and invite codes of previous keys with the current one, and codes that are not encrypted yet, as many as
 * one invocation can; the queue continues. Returns how many. Safe to interrupt and to run twice at once: a row that has
 * changed in the meantime is skipped.
 */
export async function rewriteEncrypted(context: Context): Promise<number> {
  const { current, all } = context.config.keyring;
  const previous = [...all.keys()].filter((id) => id !== current.id);
  const limit = BUDGETS[context.config.PLAN].rewrittenTokens;
  let { found, rewritten, damaged } = await rewriteCodes(context, previous, limit);
  for (const table of previous.length === 0 ? [] : TABLES) {
    if (found === limit) break;
    const encrypted = await selectPrevious(context, table, previous, limit - found);
    found += encrypted.length;
    const results = await Promise.all(
      encrypted.map((row) => encryptAgain(context.config.keyring, table, row)),
    );
    const intact = results.filter((row) => row !== undefined);
    damaged += results.length - intact.length;
    if (intact.length > 0) rewritten += await run(context.db, updateTokens(table, intact));
  }
  // Damaged rows alone are left to the next hour.
  if (found === limit && rewritten > 0) {
    await startJob(context, "encryption-keys");
  }
  if (damaged > 0) {
    throw new Error(
      `${rewritten} tokens and codes were rewritten. ${damaged} of a previous encryption key are damaged and cannot be: their players have to sign in again, and their codes have to be created again.`,
    );
  }
  return rewritten;
}

type EncryptedRow = {
  id: string | number;
  version: number;
  refreshToken: string;
  accessToken: string | null;
  spares: string | null;
};

const sparesSchema = z.array(z.looseObject({ refreshToken: z.string(), accessToken: z.string() }));

/** In random order, so that damaged rows do not keep the others from being rewritten. */
function selectPrevious(
  { db }: Context,
  { table, id, version, refreshToken, accessToken, spares, isFree = () => sql`true` }: TokenTable,
  previous: string[],
  limit: number,
) {
  const fields = {
    id: sql<string | number>`${id}`,
    version: sql<number>`${version}`,
    refreshToken: sql<string>`${refreshToken}`,
    accessToken: sql<string | null>`${accessToken ?? sql`null`}`,
    spares: sql<string | null>`${spares ?? sql`null`}`,
  };
  const isPrevious = (keyId: SQL) => sql`${keyId} in ${idsIn(previous)}`;
  const hasPreviousSpare =
    spares === undefined
      ? sql`false`
      : sql`exists (select 1 from json_each(${spares}) as spare where ${isPrevious(keyIdOfSpare)})`;
  return run(
    db,
    rows(
      fields,
      (aliased) => sql`select ${columns(aliased)} from ${table}
        where (${isPrevious(keyIdOf(refreshToken))} or ${hasPreviousSpare})
        and ${isFree(Date.now())} order by random() limit ${limit}`,
    ),
  );
}

/** Undefined if a refresh token cannot be decrypted. A damaged access token is kept: it is soon replaced anyway. */
async function encryptAgain(
  keyring: Keyring,
  { boundTo }: TokenTable,
  { id, version, refreshToken, accessToken, spares }: EncryptedRow,
): Promise<EncryptedRow | undefined> {
  const bound = boundTo(id);
  const again = async (text: string) =>
    encrypt(keyring, await decrypt(keyring, text, bound), bound);
  const replace = async <T extends { refreshToken: string; accessToken: string | null }>(
    of: T,
  ) => ({
    ...of,
    refreshToken: await again(of.refreshToken),
    accessToken: of.accessToken && (await again(of.accessToken).catch(() => of.accessToken)),
  });
  try {
    const others = spares === null ? null : sparesSchema.parse(JSON.parse(spares));
    return {
      ...(await replace({ id, version, refreshToken, accessToken })),
      spares: others && JSON.stringify(await Promise.all(others.map(replace))),
    };
  } catch {
    return undefined;
  }
}

function updateTokens(
  { table, id, version, refreshToken, accessToken, spares }: TokenTable,
  encrypted: EncryptedRow[],
) {
  const set = (column: SQLiteColumn, value: SQL) => sql`${nameOfColumn(column)} = ${value}`;
  const changes = [
    set(refreshToken, sql`fresh.refreshToken`),
    ...(accessToken === undefined ? [] : [set(accessToken, sql`fresh.accessToken`)]),
    ...(spares === undefined ? [] : [set(spares, sql`fresh.spares`)]),
  ];
  return write(sql`update ${table} set ${sql.join(changes, sql`, `)} from (
      select json_extract(value, '$.id') as id, json_extract(value, '$.version') as version,
        json_extract(value, '$.refreshToken') as refreshToken,
        json_extract(value, '$.accessToken') as accessToken,
        json_extract(value, '$.spares') as spares
      from json_each(${JSON.stringify(encrypted)})) as fresh
    where ${id} = fresh.id and ${version} = fresh.version`);
}
