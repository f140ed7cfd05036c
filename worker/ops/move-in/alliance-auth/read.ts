import { emptyCommunity } from "#worker/ops/move-in/plan/community.ts";
import type { Community, MovedGrant, MovedQuestion } from "#worker/ops/move-in/plan/community.ts";
import type { grantReader } from "#worker/ops/move-in/plan/grants.ts";
import { splitJsonArray } from "#worker/ops/move-in/read/json-array.ts";
import { ExportError, readRows } from "#worker/ops/move-in/read/rows.ts";
import type { ExportRow, Report } from "#worker/ops/move-in/read/rows.ts";
import { parseJson } from "#worker/ops/move-in/read/table-rows.ts";
import { readGroups } from "./groups.ts";
import { readNotes } from "./notes.ts";
import { readOperations } from "./operations.ts";
import { recordSchema } from "./schemas.ts";
import { emptyTables, handlersFor, REQUIRED } from "./tables.ts";
import type { Tables } from "./tables.ts";
import { APPLICATION_LABELS } from "./application-tables.ts";
import type { ApplicationTables } from "./application-tables.ts";

/** Reads a dump of Alliance Auth (`docs/moving-in.md`). Throws an `ExportError`. */
export async function readAllianceAuth(
  chunks: AsyncIterable<string>,
  grants: ReturnType<typeof grantReader>,
  report: Report,
): Promise<Community> {
  const tables = emptyTables();
  await readRows(readRecords(chunks), handlersFor(tables, grants), REQUIRED, report);
  grants.finish();
  const community = emptyCommunity();
  readUsers(tables, community, report);
  readCharacters(tables, community, report);
  community.grants = tables.grants.map((grant) => withScopeNames(tables, grant));
  readGroups(tables, community, report);
  readApplications(tables, community, report);
  readNotes(tables.notes, community, report);
  readOperations(tables, community, report);
  readDiscord(tables, community, report);
  return community;
}

function readUsers(tables: Tables, { users }: Community, report: Report) {
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
function readCharacters(tables: Tables, { characters }: Community, report: Report) {
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

function readDiscord(tables: Tables, { discord }: Community, report: Report) {
  for (const { pk, uid, username, place } of tables.discord) {
    const user = tables.userKeys.get(pk);
    if (user !== undefined && /^\d{15,20}$/.test(uid)) {
      discord.push({ user, discordId: uid, username: username ?? "", place });
      continue;
    }
    const reason = user === undefined ? "Its user is not in the export." : "It is no Discord id.";
    report.push({ outcome: "refused", what: "Discord account", name: uid, place, reason });
  }
}

/** The records of `manage.py dumpdata`, in the form of rows: the fields, with the primary key as `pk`. */
async function* readRecords(chunks: AsyncIterable<string>): AsyncGenerator<ExportRow> {
  for await (const { text, line, index } of splitJsonArray(chunks)) {
    const where = `Line ${line}, record ${index}`;
    const record = recordSchema.safeParse(parse(text, where));
    if (!record.success) {
      throw new ExportError(where, "This is no record of `manage.py dumpdata`: model and fields.");
    }
    const { model, pk, fields } = record.data;
    yield { table: model, fields: { ...fields, pk }, place: `${where} (${model} ${pk ?? "?"})` };
  }
}

function parse(text: string, where: string): unknown {
  try {
    return parseJson(text);
  } catch {
    throw new ExportError(where, "This is not valid JSON.");
  }
}

/** Each form becomes a group that pilots request to join, and each application that waits becomes a request. */
function readApplications(tables: Tables, community: Community, report: Report) {
  for (const label of APPLICATION_LABELS) {
    const own = tables.applications[label];
    for (const [key, { questions, corp, place }] of own.forms) {
      const corporation = tables.corporationNames.get(corp);
      community.groups.set(groupKey(label, key), {
        name: `Applications${corporation === undefined ? "" : ` to ${corporation}`}`,
        description: null,
        visibility: "public",
        joinMode: "approval",
        questions: questions.flatMap((question) => questionOf(own, question)),
        place,
      });
    }
    readWaiting(label, tables, community, report);
  }
}

function groupKey(label: string, form: string): string {
  return `${label} ${form}`;
}

function questionId(key: string): string {
  return `q${key.replaceAll(/[^\w-]/g, "")}`;
}

function questionOf({ questions, choices }: ApplicationTables, key: string): MovedQuestion[] {
  const found = questions.get(key);
  if (found === undefined) return [];
  const options = choices
    .filter(({ question }) => question === key)
    .map(({ choice_text }) => choice_text);
  return [
    {
      id: questionId(key),
      kind: options.length === 0 ? "text" : found.multi_select ? "choices" : "choice",
      text: found.title,
      help: found.help_text,
      options,
      // Alliance Auth accepts empty answers.
      isRequired: false,
    },
  ];
}

function readWaiting(
  label: (typeof APPLICATION_LABELS)[number],
  tables: Tables,
  { requests }: Community,
  report: Report,
) {
  const { applications, responses, comments } = tables.applications[label];
  const answersOf = Map.groupBy(responses, ({ application }) => application);
  const commentsOf = Map.groupBy(comments, ({ application }) => application);
  for (const { pk, form, user, approved, reviewer, created, place } of applications) {
    const key = tables.userKeys.get(user);
    const name = tables.users.get(key ?? "")?.username ?? user.slice(1);
    const tell = (outcome: "changed" | "refused", reason: string) =>
      report.push({ outcome, what: "application", name, place, reason });
    if (approved !== null) {
      tell(
        "refused",
        `It was ${approved ? "approved" : "rejected"}. Only applications that wait move.`,
      );
      continue;
    }
    if (reviewer != null) {
      const by = tables.users.get(tables.userKeys.get(reviewer) ?? "")?.username;
      tell(
        "changed",
        `It is in talks${by === undefined ? "" : ` with ${by}`}. Choose who reviews in the form of the group.`,
      );
    }
    requests.push({
      group: groupKey(label, form),
      user: key ?? user,
      reason: null,
      createdAt: created,
      answers: new Map(
        (answersOf.get(pk) ?? []).map(({ question, answer }) => [questionId(question), answer]),
      ),
      inTalks: reviewer != null,
      notes: (commentsOf.get(pk) ?? []).map((comment) => ({
        user: tables.userKeys.get(comment.user) ?? comment.user,
        text: comment.text,
        createdAt: comment.created,
        place: comment.place,
      })),
      place,
    });
  }
}
