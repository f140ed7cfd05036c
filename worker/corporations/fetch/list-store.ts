import { and, eq, lt, lte, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { characterAffiliations } from "#worker/db/schema/characters.ts";
import { dataPages } from "#worker/db/schema/corporations.ts";
import { contacts, directorLists, memberRoles, memberTitles } from "#worker/db/schema/evidence.ts";
import { excluded, insertWhere, orm } from "#worker/db/statements.ts";
import type { Statement } from "#worker/db/statements.ts";
import type { PendingWrite } from "./fetch-run.ts";

type Confirmation = Extract<PendingWrite, { kind: "confirm-list" }>;

/**
 * Statements for a list that has been read to the end, and published if it changed: its items by character, of which only
 * those that differ are written, and as of when they are true. Unchanged, it
 * may come with the same date again.
 */
export function confirmList(corporationId: number, write: Confirmation): Statement[] {
  const { list, ownerId, isChanged } = write;
  const readAt = new Date(write.asOf);
  const sameSince = isChanged
    ? readAt
    : sql`coalesce(${directorLists.sameSince}, ${readAt.getTime()})`;
  return [
    ...(isChanged ? storeItems(corporationId, write) : []),
    orm
      .insert(directorLists)
      .values({ ownerId, list, readAt, sameSince: readAt })
      .onConflictDoUpdate({
        target: [directorLists.ownerId, directorLists.list],
        set: { readAt, sameSince },
        setWhere: (isChanged ? lte : lt)(directorLists.readAt, readAt),
      }),
  ];
}

/** The published items, one as `item.value`. */
function itemsOf(corporationId: number, source: string): SQL {
  return sql`${dataPages} cross join json_each(${dataPages.data}) item on ${and(
    eq(dataPages.corporationId, corporationId),
    eq(dataPages.source, source),
    eq(dataPages.isStaged, false),
  )}`;
}

const field = (path: string) => sql.raw(`json_extract(item.value, '$.${path}')`);

/**
 * SQL condition: who holds something, and who is known to be a member and holds nothing. Whom the list does not name at all may have left
 * the corporation.
 */
const isKept = (path: string, corporationId: number) =>
  sql`(json_array_length(item.value, ${sql.raw(`'$.${path}'`)}) > 0 or ${field("character_id")} in (
    select ${characterAffiliations.characterId} from ${characterAffiliations}
    where ${characterAffiliations.corporationId} = ${corporationId}))`;
/** Null and absent are none. */
const held = (path: string) => sql`coalesce(${field(path)}, '[]')`;

function storeItems(corporationId: number, { source, list, ownerId }: Confirmation): Statement[] {
  const items = itemsOf(corporationId, source);
  const deleteOthers = (table: typeof memberRoles | typeof memberTitles, path: string) =>
    orm.delete(table).where(
      sql`${table.corporationId} = ${corporationId} and ${table.characterId} not in (
        select ${field("character_id")} from ${items} where ${isKept(path, corporationId)})`,
    );
  switch (list) {
    case "roles":
      return [
        insertWhere(
          memberRoles,
          { characterId: field("character_id"), corporationId, roles: held("roles") },
          isKept("roles", corporationId),
          items,
        ).onConflictDoUpdate({
          target: [memberRoles.characterId, memberRoles.corporationId],
          set: { roles: excluded(memberRoles.roles) },
          setWhere: sql`${memberRoles.roles} <> ${excluded(memberRoles.roles)}`,
        }),
        deleteOthers(memberRoles, "roles"),
      ];
    case "titles":
      return [
        insertWhere(
          memberTitles,
          { characterId: field("character_id"), corporationId, titleIds: held("titles") },
          isKept("titles", corporationId),
          items,
        ).onConflictDoUpdate({
          target: [memberTitles.characterId, memberTitles.corporationId],
          set: { titleIds: excluded(memberTitles.titleIds) },
          setWhere: sql`${memberTitles.titleIds} <> ${excluded(memberTitles.titleIds)}`,
        }),
        deleteOthers(memberTitles, "titles"),
      ];
    case "contacts":
      return [
        insertWhere(
          contacts,
          { ownerId, contactId: field("contact_id"), standing: field("standing") },
          sql`true`,
          items,
        ).onConflictDoUpdate({
          target: [contacts.ownerId, contacts.contactId],
          set: { standing: excluded(contacts.standing) },
          setWhere: sql`${contacts.standing} <> ${excluded(contacts.standing)}`,
        }),
        orm.delete(contacts).where(
          sql`${contacts.ownerId} = ${ownerId}
              and ${contacts.contactId} not in (select ${field("contact_id")} from ${items})`,
        ),
      ];
  }
}
