import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { boundTo as boundToCharacter } from "#worker/auth/tokens/encrypted-tokens.ts";
import { decrypt, encrypt, KEY_ID_LENGTH } from "./crypto.ts";
import type { Keyring } from "./crypto.ts";
import type { Database } from "#worker/db/database.ts";
import { raw, rawWrite } from "#worker/db/raw.ts";
import { boundTo as boundToDiscord } from "#worker/discord/encrypted-token.ts";
import type { Context } from "./env.ts";

/** Of one kind of token: a few milliseconds of CPU time, and half a megabyte. */
const ROWS_PER_RUN = 100;
/** As long as a check of a Discord account may hold its refresh token: then nobody else may write it. */
const DISCORD_CHECK_MS = 60 * 60 * 1000;

type Sealed = { id: number | string; version: number; first: string; second: string | null };
type Opened = Pick<Sealed, "id" | "version" | "first" | "second">;

/** A table with tokens. `version` moves with every write that could cross ours. */
type Place = {
  table: SQL;
  id: SQL;
  version: SQL;
  first: SQL;
  second?: SQL;
  isFree: (now: number) => SQL;
  boundTo: (id: never) => string;
};

// What lives for ten minutes only, sign-ins and claims, is not waited for.
const PLACES: Place[] = [
  {
    table: sql`eve_tokens`,
    id: sql`character_id`,
    version: sql`version`,
    first: sql`refresh_token`,
    second: sql`access_token`,
    isFree: () => sql`true`,
    boundTo: boundToCharacter,
  },
  {
    table: sql`discord_accounts`,
    id: sql`discord_id`,
    version: sql`check_due_at`,
    first: sql`refresh_token`,
    isFree: (now) => sql`(check_due_at <= ${now} or check_due_at > ${now + DISCORD_CHECK_MS})`,
    boundTo: boundToDiscord,
  },
];

/**
 * How many tokens each encryption key holds, by its id. A previous key may be dropped when it is not among them. Reads
 * every token: for once an hour, not for every request.
 */
export async function countTokensByKey(db: Database): Promise<Record<string, number>> {
  const keyIds = PLACES.map(
    ({ table, first }) =>
      sql`select substr(${first}, 1, ${KEY_ID_LENGTH}) as "keyId" from ${table}`,
  );
  const rows = await raw<{ keyId: string; tokens: number }>(
    db,
    sql`select "keyId", count(*) as tokens from (${sql.join(keyIds, sql` union all `)}) group by 1`,
  );
  return Object.fromEntries(rows.map(({ keyId, tokens }) => [keyId, tokens]));
}

/**
 * Encrypts tokens of previous keys with the current one, some at a time; returns how many. Nothing is read while no
 * previous key is configured. May die at any moment and run beside itself: what was written meanwhile stays.
 */
export async function rewriteTokens(context: Context): Promise<number> {
  const { current, all } = context.config.keyring;
  const previous = [...all.keys()].filter((id) => id !== current.id);
  if (previous.length === 0) return 0;
  let rewritten = 0;
  let damaged = 0;
  for (const place of PLACES) {
    const rows = await selectOld(context, place, previous);
    const opened = await Promise.all(rows.map((row) => reseal(context.config.keyring, place, row)));
    const whole = opened.filter((row) => row !== undefined);
    damaged += opened.length - whole.length;
    if (whole.length > 0) rewritten += await write(context, place, whole);
  }
  if (damaged > 0) {
    throw new Error(
      `${rewritten} tokens were rewritten. ${damaged} of a previous encryption key are damaged and cannot be: their players have to sign in again.`,
    );
  }
  return rewritten;
}

/** At random, so that damaged rows do not hold up the others. */
function selectOld({ db }: Context, place: Place, previous: string[]) {
  const { table, id, version, first, second = sql`null`, isFree } = place;
  return raw<Sealed>(
    db,
    sql`select ${id} as id, ${version} as version, ${first} as first, ${second} as second from ${table}
      where substr(${first}, 1, ${KEY_ID_LENGTH}) in (select value from json_each(${JSON.stringify(previous)}))
      and ${isFree(Date.now())} order by random() limit ${ROWS_PER_RUN}`,
  );
}

/** Undefined when a row cannot be opened. The second token, EVE's access token, is soon replaced anyway. */
async function reseal(
  keyring: Keyring,
  { boundTo }: Place,
  { id, version, first, second }: Sealed,
): Promise<Opened | undefined> {
  const bound = boundTo(id as never);
  const again = async (text: string) =>
    encrypt(keyring, await decrypt(keyring, text, bound), bound);
  try {
    return {
      id,
      version,
      first: await again(first),
      second: second && (await again(second).catch(() => second)),
    };
  } catch {
    return undefined;
  }
}

async function write({ db }: Context, place: Place, rows: Opened[]): Promise<number> {
  const { table, id, version, first, second } = place;
  const also = second === undefined ? sql`` : sql`, ${second} = fresh.second`;
  const [written] = await db.batch([
    rawWrite(
      db,
      sql`update ${table} set ${first} = fresh.first${also} from (
        select json_extract(value, '$.id') as id, json_extract(value, '$.version') as version,
          json_extract(value, '$.first') as first, json_extract(value, '$.second') as second
        from json_each(${JSON.stringify(rows)})) as fresh
      where ${table}.${id} = fresh.id and ${table}.${version} = fresh.version`,
    ),
  ]);
  const [count = 0] = written as unknown as number[];
  return count;
}
