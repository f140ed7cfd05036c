import { fold } from "#shared/fold.ts";
import { randomToken } from "#worker/ground/crypto.ts";
import { corporations, directors } from "#worker/db/schema/corporations.ts";
import type { Community } from "#test/support/workerd/harness.ts";
import { write } from "#test/support/answers/write.ts";

let lastCorporationId = 98_990_000;

/** A corporation that is managed, without directors. */
export const corporationRow = (id: number, name: string, ticker: string) => ({
  id,
  name,
  ticker,
  nameFolded: fold(name),
  tickerFolded: fold(ticker),
  createdAt: new Date(),
});

/** Statements for a corporation that EVE does not know, with a director without a grant. */
export function prepareManaged(
  { context: { db } }: Community,
  characterId: number,
  { name = "Nowhere Incorporated" } = {},
) {
  const id = ++lastCorporationId;
  const director = randomToken(12);
  const corporation = corporationRow(id, name, "NWHR");
  const statements = [
    db.insert(corporations).values({ ...corporation, assignedCharacterId: characterId }),
    db.insert(directors).values({
      id: director,
      corporationId: id,
      characterId,
      priority: 100,
      createdAt: corporation.createdAt,
    }),
  ];
  return { statements, managed: { corporation: String(id), director } };
}

/** The same, executed. */
export async function insertManaged(muster: Community, ...given: [number, { name?: string }?]) {
  const prepared = prepareManaged(muster, ...given);
  await write(muster, prepared);
  return prepared.managed;
}
