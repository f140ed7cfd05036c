import { addDiscord, emptyCommunity } from "#worker/ops/move-in/plan/community.ts";
import type { MovedCommunity, MovedGrant } from "#worker/ops/move-in/plan/community.ts";
import type { grantReader } from "#worker/ops/move-in/plan/grants.ts";
import { splitJsonArray } from "#worker/ops/move-in/read/json-array.ts";
import { ExportError, readRows } from "#worker/ops/move-in/read/rows.ts";
import type { ExportRow, Report } from "#worker/ops/move-in/read/rows.ts";
import { parseJson } from "#worker/ops/move-in/read/table-rows.ts";
import { applicationHandlers, emptyApplicationTables, readApplications } from "./applications.ts";
import { readGroups } from "./groups.ts";
import { emptyNoteTables, noteHandlers, readNotes } from "./notes.ts";
import { emptyOperationTables, operationHandlers, readOperations } from "./operations.ts";
import { recordSchema } from "./schemas.ts";
import { emptyTables, handlersFor, REQUIRED } from "./tables.ts";
import type { Tables } from "./tables.ts";

/** Reads a dump of Alliance Auth (`docs/moving-in.md`). Throws an `ExportError`. */
export async function readAllianceAuth(
  chunks: AsyncIterable<string>,
  grants: ReturnType<typeof grantReader>,
  report: Report,
): Promise<MovedCommunity> {
  const tables = emptyTables();
  const applications = {
    hrapplications: emptyApplicationTables(),
    hrapps: emptyApplicationTables(),
  };
  const notes = emptyNoteTables();
  const operations = emptyOperationTables();
  const handlers = {
    ...handlersFor(tables, grants),
    ...applicationHandlers("hrapplications", applications.hrapplications),
    ...applicationHandlers("hrapps", applications.hrapps),
    ...noteHandlers(notes),
    ...operationHandlers(operations),
  };
  await readRows(readRecords(chunks), handlers, REQUIRED, report);
  grants.finish();
  const community = emptyCommunity();
  readUsers(tables, community, report);
  readCharacters(tables, community, report);
  community.grants = tables.grants.map((grant) => withScopeNames(tables, grant));
  readGroups(tables, community, report);
  readApplications(applications, tables, community, report);
  readNotes(notes, community, report);
  readOperations(operations, tables, community, report);
  readDiscord(tables, community, report);
  return community;
}

function readUsers(tables: Tables, { users }: MovedCommunity, report: Report) {
  for (const [key, { username, is_active: isActive, is_superuser, place }] of tables.users) {
    users.set(key, { name: username, isActive, mainCharacterId: null, place });
    if (is_superuser) {
      const reason = "A superuser. Name the administrators of Muster in ADMIN_CHARACTER_IDS.";
      report.push({ outcome: "note", what: "pilot", name: username, place, reason });
    }
  }
  for (const { user, main_character: main } of tables.profiles) {
    const moved = users.get(tables.userKeys.get(user) ?? "");
    const character = tables.characters.get(main ?? "");
    if (moved !== undefined) moved.mainCharacterId = character?.character_id ?? null;
  }
}

/** Characters without an ownership belong to no user, and stay behind. */
function readCharacters(tables: Tables, { characters }: MovedCommunity, report: Report) {
  for (const { character, user, owner_hash: ownerHash, place } of tables.ownerships) {
    const found = tables.characters.get(character);
    const holder = tables.userKeys.get(user);
    if (found === undefined || holder === undefined) {
      const reason = `Its ${found === undefined ? "character" : "user"} is not in the export.`;
      report.push({ outcome: "refused", what: "character", name: character, place, reason });
      continue;
    }
    const { character_id: id, character_name: name } = found;
    characters.push({ id, name, user: holder, ownerHash, place });
  }
}

/** A grant that was read without its access token has the keys of scopes. */
function withScopeNames(tables: Tables, grant: MovedGrant): MovedGrant {
  const user = grant.user === null ? null : (tables.userKeys.get(grant.user) ?? "");
  const scopes = grant.scopes.map((scope) => tables.scopes.get(scope) ?? scope);
  return { ...grant, user, scopes };
}

function readDiscord(tables: Tables, community: MovedCommunity, report: Report) {
  for (const { pk, uid, username, place } of tables.discord) {
    const user = tables.userKeys.get(pk);
    if (user === undefined) {
      const reason = "Its user is not in the export.";
      report.push({ outcome: "refused", what: "Discord account", name: uid, place, reason });
    } else addDiscord(community, { user, discordId: uid, username: username ?? "", place }, report);
  }
}

/** The records of `manage.py dumpdata`, in the form of rows: the fields, with the primary key as `pk`. */
async function* readRecords(chunks: AsyncIterable<string>): AsyncGenerator<ExportRow> {
  for await (const { text, line, index } of splitJsonArray(chunks)) {
    const where = `Line ${line}, record ${index}`;
    const record = recordSchema.safeParse(parseJson(text, where));
    if (!record.success) {
      throw new ExportError(where, "This is no record of `manage.py dumpdata`: model and fields.");
    }
    const { model, pk, fields } = record.data;
    yield { table: model, fields: { ...fields, pk }, place: `${where} (${model} ${pk ?? "?"})` };
  }
}
