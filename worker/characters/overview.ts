import { and, asc, desc, eq, inArray, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { AttentionItem, CharacterOverview, OverviewCharacter } from "#shared/characters.ts";
import type { Language } from "#shared/language/languages.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { selectNotices } from "#worker/audit/account-events.ts";
import { toAccountEvents } from "#worker/audit/service.ts";
import { coversDirectorAccess } from "#worker/esi/scopes.ts";
import type { Read } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { lastUpdated, missingScopes } from "#worker/characters/refresh/section-states.ts";
import { presentIds } from "#worker/characters/refresh/referenced-ids.ts";
import { runBatch } from "#worker/db/batch.ts";
import type { Database } from "#worker/db/database.ts";
import { characters, eveTokens, users } from "#worker/db/schema/accounts.ts";
import {
  characterAffiliations,
  characterChecks,
  characterSections,
} from "#worker/db/schema/characters.ts";
import { directors } from "#worker/db/schema/corporations.ts";
import { orm, prepareAtStart } from "#worker/db/statements.ts";
import { namesIn, prepareNames } from "#worker/universe/names.ts";
import { authorizationOf, readSection, toLocation, toShip } from "./present-sheet.ts";
import type { NameOf } from "./present-sheet.ts";
import { summarizeQueue, withFinishedTraining } from "./training.ts";

const ENDING_SOON_MS = 24 * 60 * 60 * 1000;

/** The next operations, of a domain that comes after this one: read in the same round trip. */
export type NextOperations<Row> = {
  select: (actor: UserActor, now: number) => Read<Row[]>;
  present: (rows: Row[]) => CharacterOverview["operations"];
};

/** The actor's characters at a glance, and what needs attention. `unreadSystems`: solar systems without a name in the language. */
export async function readOverview<Row>(
  { db }: Context,
  actor: UserActor,
  language: Language,
  operations: NextOperations<Row>,
): Promise<{ overview: CharacterOverview; unreadSystems: number[] }> {
  const now = Date.now();
  const { rows, sectionsOf, names, unreadSystems, notices, next } = await findOverview(db, actor, {
    language,
    now,
    besides: operations.select(actor, now),
  });
  const nameOf: NameOf = (id) => (id == null ? null : (names.get(id) ?? null));
  const characters = rows.map((row) =>
    toOverviewCharacter(row, sectionsOf.get(row.characterId) ?? new Map(), nameOf, now),
  );
  const attention = characters.flatMap((character, index) =>
    attentionOf(character, rows[index], now),
  );
  return {
    overview: {
      characters,
      attention: attention.toSorted(byUrgency),
      notices: toAccountEvents(notices),
      operations: operations.present(next),
    },
    unreadSystems,
  };
}

function toOverviewCharacter(
  row: OverviewRow,
  sections: Map<string, string>,
  nameOf: NameOf,
  now: number,
): OverviewCharacter {
  const authorization = authorizationOf(row);
  const queue = readSection(sections, "skillQueue");
  const skills = readSection(sections, "skills");
  const trained = skills && withFinishedTraining(skills, queue ?? [], now);
  return {
    characterId: row.characterId,
    characterName: row.name,
    isMain: row.isMain === 1,
    corporationId: row.corporationId,
    corporationName: nameOf(row.corporationId),
    allianceId: row.allianceId,
    allianceName: nameOf(row.allianceId),
    tokenState: authorization.tokenState,
    missingScopes: missingScopes(authorization),
    ...summarizeQueue(queue, now),
    location: toLocation(readSection(sections, "location"), nameOf),
    ship: toShip(readSection(sections, "ship"), nameOf),
    online: readSection(sections, "status")?.online ?? null,
    walletBalance: readSection(sections, "wallet")?.balance ?? null,
    totalSp: trained?.total_sp ?? null,
    unallocatedSp: trained?.unallocated_sp ?? null,
    lastUpdated: lastUpdated(row.record ?? { checks: {} }, "owner"),
  };
}

/** A revoked authorization hides what EVE would tell, since the stored queue is out of date. */
function attentionOf(
  character: OverviewCharacter,
  row: OverviewRow | undefined,
  now: number,
): AttentionItem[] {
  const { characterId, characterName, queueState, queueEndsAt } = character;
  const item = (kind: AttentionItem["kind"], at: string | null = null): AttentionItem => ({
    characterId,
    characterName,
    kind,
    at,
  });
  const unconfirmedSince = row?.unconfirmedSince?.toISOString();
  const items = unconfirmedSince === undefined ? [] : [item("unconfirmed", unconfirmedSince)];
  if (character.tokenState === "revoked") {
    return [...items, item("token_revoked", row?.tokenStateSince?.toISOString() ?? null)];
  }
  // EVE has ended the grant that included it, or it never did.
  if (row?.isDirector === 1 && !coversDirectorAccess(row.scopes ?? [])) {
    items.push(item("director_access_lost"));
  }
  if (queueState === "empty") items.push(item("queue_empty", queueEndsAt));
  if (queueState === "paused") items.push(item("queue_paused"));
  const endsSoon = queueEndsAt !== null && Date.parse(queueEndsAt) - now <= ENDING_SOON_MS;
  if (queueState === "training" && endsSoon) items.push(item("queue_ending", queueEndsAt));
  if (character.missingScopes.length > 0) items.push(item("missing_scopes"));
  return items;
}

const URGENCY: Record<AttentionItem["kind"], number> = {
  unconfirmed: 0,
  token_revoked: 1,
  director_access_lost: 2,
  queue_empty: 3,
  queue_paused: 4,
  queue_ending: 5,
  missing_scopes: 6,
};

function byUrgency(a: AttentionItem, b: AttentionItem): number {
  return URGENCY[a.kind] - URGENCY[b.kind] || (a.at ?? "").localeCompare(b.at ?? "");
}

const isOwn = eq(characters.userId, sql.placeholder("userId"));

const isMain = sql<number>`${characters.id} = ${users.mainCharacterId}`;

const selectCharacters = prepareAtStart(
  {
    characterId: characters.id,
    name: characters.name,
    isMain,
    unconfirmedSince: characters.unconfirmedSince,
    tokenState: eveTokens.state,
    tokenStateSince: eveTokens.stateSince,
    scopes: eveTokens.scopes,
    isDirector: sql<number>`exists (
      select 1 from ${directors} where ${directors.characterId} = ${characters.id})`,
    record: characterChecks.record,
    corporationId: characterAffiliations.corporationId,
    allianceId: characterAffiliations.allianceId,
  },
  (fields) =>
    orm
      .select(fields)
      .from(characters)
      .innerJoin(users, eq(users.id, characters.userId))
      .leftJoin(eveTokens, eq(eveTokens.characterId, characters.id))
      .leftJoin(characterChecks, eq(characterChecks.characterId, characters.id))
      .leftJoin(characterAffiliations, eq(characterAffiliations.characterId, characters.id))
      .where(isOwn)
      .orderBy(desc(isMain), asc(characters.nameFolded)),
);

const queue = alias(characterSections, "queue");

/**
 * The skills themselves are read only if a skill at the head of the queue has finished, since only then they are needed
 * for the sums. The cross join makes SQLite start at the user's characters, not at all sections.
 */
const selectSections = prepareAtStart(
  {
    characterId: characterSections.characterId,
    section: characterSections.section,
    data: sql<string>`case when ${characterSections.section} = 'skills' and (
        select unixepoch(json_extract(${queue.data}, '$[0].finish_date')) <= ${sql.placeholder("nowSeconds")}
        from ${characterSections} as ${queue}
        where ${queue.characterId} = ${characterSections.characterId} and ${queue.section} = 'skillQueue'
      ) is not true
      then json_object(
        'total_sp', json_extract(${characterSections.data}, '$.total_sp'),
        'unallocated_sp', json_extract(${characterSections.data}, '$.unallocated_sp'),
        'skills', json_array())
      else ${characterSections.data} end`,
  },
  (fields) =>
    orm
      .select(fields)
      .from(characters)
      .crossJoin(characterSections)
      .where(
        and(
          isOwn,
          eq(characterSections.characterId, characters.id),
          inArray(characterSections.section, [
            "skills",
            "skillQueue",
            "location",
            "ship",
            "status",
            "wallet",
          ]),
        ),
      ),
);

const selectNames = prepareNames(
  presentIds(sql`select ${characters.id} from ${characters} where ${isOwn}`),
  prepareAtStart,
);

/** All characters of a user with what the dashboard shows of them, and the notices, in one round trip: the main first. */
async function findOverview<Row>(
  db: Database,
  actor: UserActor,
  { language, now, besides }: { language: Language; now: number; besides: Read<Row[]> },
) {
  const { userId } = actor;
  const [rows, sections, known, notices, next] = await runBatch(db, [
    selectCharacters({ userId }),
    selectSections({ userId, nowSeconds: now / 1000 }),
    selectNames({ userId, language }),
    selectNotices(actor, now),
    besides,
  ]);
  const sectionsOf = new Map<number, Map<string, string>>();
  for (const { characterId, section, data } of sections) {
    const ofOne = sectionsOf.get(characterId) ?? new Map<string, string>();
    sectionsOf.set(characterId, ofOne.set(section, data));
  }
  return { rows, sectionsOf, notices, next, ...namesIn(language, known, now) };
}
type OverviewRow = Awaited<ReturnType<typeof findOverview>>["rows"][number];
