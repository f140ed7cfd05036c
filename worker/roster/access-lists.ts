import { and, eq, sql } from "drizzle-orm";
import { accessLists, noticePolls } from "#worker/db/schema/evidence.ts";
import { idsIn, orm } from "#worker/db/statements.ts";
import type { Statement } from "#worker/db/statements.ts";
import { getAccessList, getAccessLists } from "#worker/esi/character-endpoints.ts";
import type { Esi, EsiGrant } from "#worker/esi/client.ts";
import { EsiError } from "#worker/esi/error.ts";

/** Each list is a call, and what changes between two readings is what people change in game. */
const READ_EVERY_MS = 6 * 60 * 60 * 1000;
const RETRY_MS = 60 * 60 * 1000;
/** How many lists of one director are read: an invocation has few calls. */
const MOST_LISTS = 20;
const LETS_IN = new Set(["Allowed", "Manager", "Admin"]);

type Manager = { directorId: string; grant: EsiGrant };

/**
 * Reads the access lists that a director manages in game. Returns statements that follow the one with which the row of the poll
 * exists; without an answer for all of the lists, those of before stay.
 */
export async function readAccessLists(
  esi: Esi,
  { directorId, grant }: Manager,
  now: number,
): Promise<Statement[]> {
  const params = { character_id: grant.characterId };
  try {
    const answer = await esi.request(getAccessLists, { params, grant });
    const listed = answer.state === "changed" ? answer.data.access_lists : [];
    const ids = listed.slice(0, MOST_LISTS).map(({ id }) => id);
    const found = [];
    for (const listId of ids) {
      // One at a time: the lists of a large alliance are long.
      // oxlint-disable-next-line no-await-in-loop
      found.push(await readList(esi, { ...params, access_list_id: listId }, grant));
    }
    return [
      orm
        .delete(accessLists)
        .where(
          and(
            eq(accessLists.directorId, directorId),
            sql`${accessLists.listId} not in ${idsIn(ids)}`,
          ),
        ),
      ...found.map((list) => {
        const { asOf, ...read } = list;
        const set = { ...read, readAt: new Date(asOf) };
        return orm
          .insert(accessLists)
          .values({ directorId, ...set })
          .onConflictDoUpdate({ target: [accessLists.directorId, accessLists.listId], set });
      }),
      due(directorId, now + READ_EVERY_MS),
    ];
  } catch (error) {
    if (!(error instanceof EsiError)) throw error;
    return [due(directorId, now + RETRY_MS)];
  }
}

async function readList(
  esi: Esi,
  params: { character_id: number; access_list_id: number },
  grant: EsiGrant,
) {
  const answer = await esi.request(getAccessList, { params, grant });
  if (answer.state !== "changed") throw new EsiError("bad_answer");
  const { name, membership } = answer.data;
  const letsIn = ({ access }: { access: string }) => LETS_IN.has(access);
  return {
    asOf: answer.asOf,
    listId: params.access_list_id,
    name,
    allowed: membership.characters.filter(letsIn).map(({ character_id }) => character_id),
    allowsEveryone: membership.allow_everyone,
    isWide: [...membership.corporations, ...membership.alliances].some(letsIn),
  };
}

function due(directorId: string, at: number): Statement {
  return orm
    .update(noticePolls)
    .set({ listsDueAt: new Date(at) })
    .where(eq(noticePolls.directorId, directorId));
}
