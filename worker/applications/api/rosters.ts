import type { ApiCorporations, ApiRoster } from "#shared/applications/api-answers.ts";
import { run } from "#worker/db/batch.ts";
import { corporations } from "#worker/db/schema/corporations.ts";
import { orm, prepare } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { exportMembers } from "#worker/roster/service.ts";
import type { Caller } from "./caller.ts";

const selectCorporations = prepare(
  { id: corporations.id, name: corporations.name, ticker: corporations.ticker },
  (fields) => orm.select(fields).from(corporations).orderBy(corporations.id),
);

export async function listCorporations({ db }: Context): Promise<ApiCorporations> {
  return { items: await run(db, selectCorporations()) };
}

export async function listRoster(
  { db }: Context,
  { seesCharacters }: Caller,
  corporationId: number,
  cursor: string | undefined,
): Promise<ApiRoster> {
  const { members, nextCursor } = await exportMembers(db, corporationId, cursor);
  return {
    items: members.map((member) => ({
      character: { id: member.characterId, name: member.name },
      isRegistered: member.userId !== null,
      // The pilot of an alt would disclose the main.
      pilotId: seesCharacters || member.mainId === member.characterId ? member.userId : null,
      token: member.token,
      joinedAt: toIso(member.joinedAt),
      lastOnlineAt: toIso(member.lastOnlineAt),
    })),
    nextCursor,
  };
}

function toIso(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
