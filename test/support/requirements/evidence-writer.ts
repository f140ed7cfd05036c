import { eveDate } from "#test/support/eve-date.ts";
import type { CheckRecord } from "#worker/db/schema/characters.ts";
import {
  characterAffiliations,
  characterChecks,
  characterSections,
} from "#worker/db/schema/characters.ts";
import { contacts } from "#worker/db/schema/evidence.ts";
import type { Muster } from "#test/support/workerd/harness.ts";

/** Writes evidence about characters, as the jobs of Muster do. */
export function evidenceWriter(muster: Muster, corporationId: number) {
  const { db } = muster.context;

  const affiliate = (of: number, allianceId: number | null) => {
    const row = { corporationId, allianceId, asOf: new Date() };
    return db
      .insert(characterAffiliations)
      .values({ characterId: of, ...row })
      .onConflictDoUpdate({ target: characterAffiliations.characterId, set: row });
  };

  const setSection = (
    characterId: number,
    section: string,
    data: unknown,
    levels: Record<string, number> | null = null,
  ) => {
    const row = { data: JSON.stringify(data), levels };
    return db
      .insert(characterSections)
      .values({ characterId, section, ...row })
      .onConflictDoUpdate({
        target: [characterSections.characterId, characterSections.section],
        set: row,
      });
  };

  const setChecks = (characterId: number, checks: CheckRecord["checks"]) =>
    db
      .insert(characterChecks)
      .values({ characterId, record: { checks } })
      .onConflictDoUpdate({ target: characterChecks.characterId, set: { record: { checks } } });

  const setContact = (ownerId: number, contactId: number, standing: number) =>
    db
      .insert(contacts)
      .values({ ownerId, contactId, standing })
      .onConflictDoUpdate({ target: [contacts.ownerId, contacts.contactId], set: { standing } });

  return { affiliate, setSection, setChecks, setContact };
}

export const checkedAt = (at: number, failure: "deleted" | null = null) => ({
  checkedAt: eveDate(at),
  dueAt: at,
  failure,
});

export const finishing = (at: number) => [
  { skill_id: 3300, finish_date: new Date(at).toISOString() },
];
