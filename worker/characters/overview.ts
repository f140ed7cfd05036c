import type { AttentionItem, Overview, OverviewCharacter } from "#shared/characters.ts";
import type { Language } from "#shared/language/languages.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { toAccountEvents } from "#worker/audit/service.ts";
import { coversDirectorAccess } from "#worker/esi/scopes.ts";
import type { Context } from "#worker/env.ts";
import { findOverview } from "./overview-store.ts";
import type { OverviewRow } from "./overview-store.ts";
import { lastUpdated, missingScopes } from "#worker/characters/refresh/section-states.ts";
import { authorizationOf, readSection, toLocation, toShip } from "./present-sheet.ts";
import type { NameOf } from "./present-sheet.ts";
import { summarizeQueue, withFinishedTraining } from "./training.ts";

const ENDING_SOON_MS = 24 * 60 * 60 * 1000;

/** The actor's characters at a glance, and what needs attention. `unreadSystems`: solar systems without a name in the language. */
export async function readOverview(
  { db }: Context,
  actor: UserActor,
  language: Language,
): Promise<{ overview: Overview; unreadSystems: number[] }> {
  const now = Date.now();
  const { rows, sectionsOf, names, unreadSystems, notices } = await findOverview(
    db,
    actor,
    language,
    now,
  );
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
