import type { OldCommunity } from "./old-community.ts";
import type { OldVetting } from "./old-vetting.ts";

type Row = { t: string } & Record<string, string | number | string[] | null>;

/** The rows of SeAT's tables. */
export function* seatRows({ users, groups, vetting }: OldCommunity): Generator<Row> {
  // SeAT's own administrator has no characters.
  yield { t: "users", id: 1, name: "admin", active: 1, main_character_id: "0" };
  for (const { key, name, isActive, main } of users) {
    const mainId = main === null ? "0" : String(main);
    yield { t: "users", id: key, name, active: Number(isActive), main_character_id: mainId };
  }
  for (const { key, characters, discordId, name } of users) {
    for (const one of characters) {
      yield { t: "character_infos", character_id: String(one.id), name: one.name };
      yield {
        t: "refresh_tokens",
        character_id: String(one.id),
        user_id: key,
        version: one.tokenKind === "dead" ? 1 : 2,
        refresh_token: one.refreshToken,
        scopes: one.id % 2 === 0 ? one.scopes : JSON.stringify(one.scopes),
        token: one.accessToken,
        character_owner_hash: one.ownerHash,
        deleted_at: one.tokenKind === "none" ? "2026-10-01 10:00:00" : null,
      };
    }
    if (discordId === null) continue;
    const connector = { connector_type: "discord", connector_id: discordId, connector_name: name };
    yield { t: "seat_connector_users", ...connector, user_id: key };
    yield { t: "seat_connector_users", ...connector, connector_type: "mumble", user_id: key };
  }
  const types = { public: "manual", hidden: "hidden", internal: "auto" };
  for (const {
    key,
    name,
    kind,
    description,
    members,
    leaders,
    requests,
    danglingMembers,
  } of groups) {
    const text = `<p>${description}</p>`;
    yield { t: "squads", id: key, name, description: text, type: types[kind], is_classified: 0 };
    for (const user of [...members, ...danglingMembers]) {
      yield { t: "squad_member", squad_id: key, user_id: user };
    }
    for (const user of leaders) yield { t: "squad_moderator", squad_id: key, user_id: user };
    for (const user of requests) {
      yield { t: "squad_applications", squad_id: key, user_id: user, message: "o7 \\ it's me\n🚀" };
    }
  }
  yield* seatHrRows(vetting);
}

const STATUSES = ["pending", "in review", "approved", "canceled", "denied"];
const STATUS_OF = { waiting: 1, in_talks: 2, approved: 3, rejected: 5 };

/** The tables of seat-hr. The profile of a user has the user's key and 100. */
function* seatHrRows({
  questions,
  forms,
  applications,
  notes,
  blacklist,
}: OldVetting): Generator<Row> {
  const profile = (user: number) => user + 100;
  const time = (at: Date) => at.toISOString().slice(0, 19).replace("T", " ");
  for (const [index, name] of STATUSES.entries())
    yield { t: "seat_hr_statuses", id: index + 1, name };
  for (const { key, corporationId: id, name, isAccepting, questions: asked } of forms) {
    yield { t: "corporation_infos", corporation_id: String(id), name };
    yield {
      t: "seat_hr_corporations",
      id: key,
      corporation_id: String(id),
      accepting_applications: Number(isAccepting),
    };
    for (const question of [...asked, 7]) {
      yield {
        t: "seat_hr_corporation_questions",
        corporation_id: key,
        question_id: question,
        active: Number(question !== 7),
      };
    }
  }
  for (const { key, title, kind } of questions) {
    const type = kind === "yes_no" ? "boolean" : "text";
    yield { t: "seat_hr_questions", id: key, name: title, type, active: 1 };
  }
  const users = new Set([
    ...applications.map(({ user }) => user),
    ...blacklist.map(({ user }) => user),
  ]);
  for (const user of users) yield { t: "seat_hr_profiles", id: profile(user), user_id: user };
  for (const { key, form, user, status, reviewer, createdAt, answers } of applications) {
    yield {
      t: "seat_hr_applications",
      id: key,
      corporation_id: form,
      profile_id: profile(user),
      created_at: time(createdAt),
    };
    if (status !== "waiting") {
      yield {
        t: "seat_hr_application_statuses",
        application_id: key,
        status_id: 1,
        assigned_to: null,
        active: 0,
      };
    }
    yield {
      t: "seat_hr_application_statuses",
      application_id: key,
      status_id: STATUS_OF[status],
      assigned_to: reviewer,
      active: 1,
    };
    for (const [question, response] of answers) {
      yield { t: "seat_hr_answers", application_id: key, question_id: question, response };
    }
  }
  const applicant = new Map(applications.map(({ key, user }) => [key, user]));
  for (const { application, author, severity, text, createdAt } of notes) {
    yield {
      t: "seat_hr_notes",
      profile_id: profile(applicant.get(application) ?? 0),
      created_by: author,
      severity,
      note: text,
      created_at: time(createdAt),
    };
  }
  for (const { user, by, at, reason } of blacklist) {
    yield {
      t: "seat_hr_blacklists",
      profile_id: profile(user),
      blacklisted_by: by,
      blacklisted_at: at,
      reason,
    };
  }
}

/** The rows of Neucore's tables, which knows no inactive players. */
export function* neucoreRows({ users, groups }: OldCommunity): Generator<Row> {
  for (const { key, name } of users) yield { t: "players", id: key, name, status: "standard" };
  for (const { key, characters, main, discordId } of users) {
    for (const one of characters) {
      yield {
        t: "characters",
        id: String(one.id),
        name: one.name,
        main: Number(one.id === main),
        player_id: key,
        character_owner_hash: one.ownerHash,
      };
      if (one.tokenKind === "none") continue;
      yield {
        t: "esi_tokens",
        character_id: String(one.id),
        eve_login_id: 1,
        refresh_token: one.refreshToken,
        access_token: one.accessToken,
      };
    }
    if (discordId !== null) yield { t: "discord", player_id: key, discord_id: discordId };
  }
  yield { t: "eve_logins", id: 1, esi_scopes: "publicData esi-skills.read_skills.v1" };
  for (const group of groups) {
    const { key, name, kind, isOpen, description } = group;
    yield {
      t: "groups_tbl",
      id: key,
      name,
      description,
      visibility: kind === "public" ? "public" : "private",
      auto_accept: Number(isOpen),
      is_default: 0,
    };
    if (kind === "internal")
      yield { t: "corporation_group", corporation_id: 98_000_001, group_id: key };
    for (const user of [...group.members, ...group.danglingMembers]) {
      yield { t: "player_group", player_id: user, group_id: key };
    }
    for (const user of group.leaders) yield { t: "group_manager", player_id: user, group_id: key };
    for (const user of group.requests) {
      yield { t: "group_applications", player_id: user, group_id: key, status: "pending" };
      yield { t: "group_applications", player_id: user, group_id: key, status: "denied" };
    }
  }
}

/** As `mysql -NBr` prints the rows of the SQL file that Muster ships. */
export async function* asJsonLines(rows: Iterable<Row>): AsyncGenerator<string> {
  for (const row of rows) yield `${JSON.stringify(row)}\n`;
  yield '{"t": "end"}\n';
}

/** As `mysqldump --no-create-info --complete-insert --skip-extended-insert` writes them. */
export async function* asDump(rows: Iterable<Row>): AsyncGenerator<string> {
  yield "-- MySQL dump 10.13\n/*!40101 SET NAMES utf8mb4 */;\nLOCK TABLES `users` WRITE;\n";
  for (const { t, ...row } of rows) {
    const names = Object.keys(row).map((name) => `\`${name}\``);
    const values = Object.values(row).map(toSql);
    yield `INSERT INTO \`${t}\` (${names.join(", ")}) VALUES (${values.join(",")});\n`;
  }
  yield "UNLOCK TABLES;\n-- Dump completed on 2026-11-22 18:00:00\n";
}

const ESCAPES: Record<string, string> = {
  "\0": "\\0",
  "\n": "\\n",
  "\\": "\\\\",
  "'": "\\'",
  '"': '\\"',
};

function toSql(value: Row[string]): string {
  if (value === null || value === undefined) return "NULL";
  if (typeof value === "number") return String(value);
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return `'${text.replaceAll(/[\0\n\\'"]/g, (letter) => ESCAPES[letter] ?? letter)}'`;
}
