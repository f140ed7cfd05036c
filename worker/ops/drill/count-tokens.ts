import { DatabaseSync } from "node:sqlite";
import { getTableName } from "drizzle-orm";
import { decryptToken } from "#worker/auth/tokens/encrypted-tokens.ts";
import { importKeyring } from "#worker/crypto.ts";
import { eveTokens } from "#worker/db/schema/accounts.ts";

type Counted = { tokens: number; lost: number };

/** How many of EVE's tokens in a database are there, and how many of them these keys do not decrypt. */
export async function countTokens(file: string, key: string, previous: string): Promise<Counted> {
  const keyring = await importKeyring(key, previous.split(",").filter(Boolean));
  using database = new DatabaseSync(file, { readOnly: true });
  const { refreshToken, characterId } = eveTokens;
  const rows = database.prepare(
    `select ${characterId.name} as id, ${refreshToken.name} as token from ${getTableName(eveTokens)}`,
  );
  const counted = { tokens: 0, lost: 0 };
  for (const { id, token } of rows.iterate()) {
    counted.tokens += 1;
    try {
      await decryptToken({ keyring }, String(token), Number(id));
    } catch {
      counted.lost += 1;
    }
  }
  return counted;
}
