import { sql } from "drizzle-orm";
import { INVITATION_TTL_DAYS } from "#shared/invitations.ts";
import { randomToken } from "#worker/crypto.ts";
import type { Database } from "#worker/db/database.ts";
import { raw } from "#worker/db/raw.ts";
import { CATEGORIES } from "./community.ts";
import type { SeededGroup } from "./community.ts";
import { FLEET_GROUPS } from "./fleet-groups.ts";
import { startHistory } from "./group-history.ts";
import type { History, Row } from "./group-history.ts";
import { TRADE_GROUPS } from "./trade-groups.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const CATEGORY_DAYS_OLD = 220;
const STRICTNESS = ["public", "hidden", "system"] as const;

/** The six pilots that the documentation names are placed by the seed; the others only by their number. */
const NAMED = 6;

type Tables = Record<string, Row[]>;

/** A group under construction: its id, its roles and its rows. */
type Site = { tables: Tables; group: SeededGroup; id: string; history: History; idOf: IdOf };
type IdOf = (name: string) => string;

/**
 * Inserts the community's groups and their histories. `userIds` is by the main's name, with the pilots that the
 * documentation names first.
 */
export async function seedGroups(db: Database, userIds: Map<string, string>) {
  const [first, ...rest] = Object.entries(layOut(userIds)).map(([table, rows]) =>
    insertRows(db, table, rows),
  );
  if (first !== undefined) await db.batch([first, ...rest]);
}

/** As JSON, because D1 takes at most a hundred parameters. */
function insertRows(db: Database, table: string, rows: Row[]) {
  const columns = Object.keys(rows[0] ?? {});
  const names = sql.raw(columns.join(", "));
  const values = sql.raw(columns.map((column) => `value ->> '${column}'`).join(", "));
  return raw(
    db,
    sql`insert into ${sql.raw(table)} (${names})
      select ${values} from json_each(${JSON.stringify(rows)})`,
  );
}

function layOut(userIds: Map<string, string>): Tables {
  const idOf = (name: string) => {
    const id = userIds.get(name);
    if (id === undefined) throw new Error(`The seed has no account of ${name}.`);
    return id;
  };
  const tables: Tables = {
    categories: CATEGORIES.map(({ key, allowGroupCreation, ...category }) => ({
      id: key,
      ...category,
      name_folded: category.name.toLowerCase(),
      allow_group_creation: allowGroupCreation,
      created_at: Date.now() - CATEGORY_DAYS_OLD * DAY_MS,
    })),
    groups: [],
    group_members: [],
    join_requests: [],
    invitations: [],
    invite_codes: [],
    audit_events: [],
  };
  const others = [...userIds.keys()].slice(NAMED);
  for (const [index, group] of [...FLEET_GROUPS, ...TRADE_GROUPS].entries()) {
    const id = randomToken(12);
    const history = startHistory(tables["audit_events"] ?? [], { id, group, idOf });
    const site = { tables, group, id, history, idOf };
    layOutGroup(site);
    layOutMembers(site, pick(others, group, index));
    layOutWaiting(site);
    layOutCodes(site);
  }
  return tables;
}

function layOutGroup({ tables, group, id, history }: Site) {
  const { category, name, description, joinMode, visibility = "public" } = group;
  const ofCategory = CATEGORIES.find(({ key }) => key === category)?.visibility ?? "public";
  const strictest = Math.max(STRICTNESS.indexOf(visibility), STRICTNESS.indexOf(ofCategory));
  tables["groups"]?.push({
    id,
    name,
    name_folded: name.toLowerCase(),
    description,
    category_id: category,
    visibility,
    effective_visibility: STRICTNESS[strictest] ?? visibility,
    join_mode: joinMode,
    created_at: history.moment(0),
  });
  history.record("group_created", history.moment(0), group.owner, group.owner);
}

function layOutMembers({ tables, group, id, history, idOf }: Site, crowd: string[]) {
  const { owner, admins = [], members = [] } = group;
  const everybody = [owner, ...admins, ...members, ...crowd];
  for (const [nth, name] of everybody.entries()) {
    const isAdmin = admins.includes(name);
    const joinedAt = history.moment((0.9 * nth) / everybody.length);
    const role = name === owner ? "owner" : isAdmin ? "admin" : "member";
    tables["group_members"]?.push({
      group_id: id,
      user_id: idOf(name),
      role,
      joined_at: joinedAt,
    });
    if (name !== owner) history.record("member_joined", joinedAt, name, name);
    if (isAdmin) history.record("admin_appointed", joinedAt + DAY_MS / 4, owner, name);
  }
}

/** The pending requests and invitations. */
function layOutWaiting({ tables, group, id, history, idOf }: Site) {
  for (const [nth, [name, reason]] of (group.requests ?? []).entries()) {
    const at = Math.round(Date.now() - (nth + 0.3) * DAY_MS);
    tables["join_requests"]?.push({
      id: randomToken(12),
      group_id: id,
      user_id: idOf(name),
      reason,
      status: "pending",
      created_at: at,
    });
    history.record("request_made", at, name, name);
  }
  for (const [name, daysAgo] of group.invited ?? []) {
    const at = Math.round(Date.now() - (daysAgo - 0.3) * DAY_MS);
    tables["invitations"]?.push({
      id: randomToken(12),
      group_id: id,
      invitee_id: idOf(name),
      inviter_id: idOf(group.owner),
      status: "pending",
      created_at: at,
      expires_at: at + INVITATION_TTL_DAYS * DAY_MS,
    });
    history.record("invitation_sent", at, group.owner, name);
  }
}

function layOutCodes({ tables, group, id, history, idOf }: Site) {
  for (const { code, uses, useLimit = null, daysLeft } of group.codes ?? []) {
    const codeId = randomToken(12);
    const at = history.moment(0.95);
    const expiresAt = daysLeft === undefined ? null : Date.now() + daysLeft * DAY_MS;
    tables["invite_codes"]?.push({
      id: codeId,
      group_id: id,
      code,
      uses,
      use_limit: useLimit,
      expires_at: expiresAt,
      created_by: idOf(group.owner),
      created_at: at,
    });
    history.record("code_created", at, group.owner, null, {
      codeId,
      useLimit,
      expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString(),
    });
  }
}

/** Other members for a group, always the same for the same group. */
function pick(others: string[], group: SeededGroup, index: number): string[] {
  const { owner, admins = [], members = [], requests = [], invited = [] } = group;
  const placed = new Set([owner, ...admins, ...members]);
  for (const [name] of [...requests, ...invited]) placed.add(name);
  const order = (nth: number) => (nth * 37 + index * 11) % 101;
  return others
    .map((name, nth) => ({ name, order: order(nth) }))
    .filter(({ name }) => !placed.has(name))
    .toSorted((a, b) => a.order - b.order)
    .slice(0, group.others)
    .map(({ name }) => name);
}
