import { getTableColumns } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { fold } from "#shared/fold.ts";
import { INVITATION_TTL_DAYS } from "#shared/groups/invitations.ts";
import { DAY_MS } from "#shared/time.ts";
import { randomToken } from "#worker/ground/crypto.ts";
import { runBatch } from "#worker/db/batch.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import * as tables from "#worker/db/schema/groups.ts";
import { orm } from "#worker/db/statements.ts";
import type { Statement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { encryptCode } from "#worker/groups/codes/encrypted-code.ts";
import { CATEGORIES } from "./community.ts";
import type { SeededGroup } from "./community.ts";
import { FLEET_GROUPS } from "./fleet-groups.ts";
import { startHistory } from "./group-history.ts";
import type { EventRow, History } from "./group-history.ts";
import { RULED_GROUPS } from "./ruled-groups.ts";
import { TRADE_GROUPS } from "./trade-groups.ts";

const CATEGORY_DAYS_OLD = 220;
/** D1 takes no more in one statement. */
const MAX_PARAMETERS = 100;
const STRICTNESS = ["public", "hidden", "system"] as const;

/** The six pilots that the documentation names are placed by the seed; the others only by their number. */
const NAMED = 6;

/** The rows of the seed; `groups` references `categories`, and the others reference `groups`. */
type Rows = {
  categories: (typeof tables.categories.$inferInsert)[];
  groups: (typeof tables.groups.$inferInsert)[];
  members: (typeof tables.groupMembers.$inferInsert)[];
  requests: (typeof tables.joinRequests.$inferInsert)[];
  invitations: (typeof tables.invitations.$inferInsert)[];
  codes: (Omit<typeof tables.inviteCodes.$inferInsert, "encryptedCode"> & { code: string })[];
  events: EventRow[];
};

/** A group under construction: its id, its roles and its rows. */
type Site = { rows: Rows; group: SeededGroup; id: string; history: History; idOf: IdOf };
type IdOf = (name: string) => string;

/**
 * Inserts the community's groups and their histories. `userIds` is by the main's name, with the pilots that the
 * documentation names first.
 */
export async function seedGroups(
  { db, config }: Pick<Context, "db" | "config">,
  userIds: Map<string, string>,
) {
  const rows = layOut(userIds);
  const codes = await Promise.all(
    rows.codes.map(async ({ code, ...row }) => ({
      ...row,
      ...(await encryptCode(config, row.id, code)),
    })),
  );
  await runBatch(db, [
    ...inserts(tables.categories, rows.categories, (some) =>
      orm.insert(tables.categories).values(some),
    ),
    ...inserts(tables.groups, rows.groups, (some) => orm.insert(tables.groups).values(some)),
    ...inserts(tables.groupMembers, rows.members, (some) =>
      orm.insert(tables.groupMembers).values(some),
    ),
    ...inserts(tables.joinRequests, rows.requests, (some) =>
      orm.insert(tables.joinRequests).values(some),
    ),
    ...inserts(tables.invitations, rows.invitations, (some) =>
      orm.insert(tables.invitations).values(some),
    ),
    ...inserts(tables.inviteCodes, codes, (some) => orm.insert(tables.inviteCodes).values(some)),
    ...inserts(auditEvents, rows.events, (some) => orm.insert(auditEvents).values(some)),
  ]);
}

/** Inserts as many rows at a time as their parameters allow: columns with a default have one too. */
function inserts<Row>(table: SQLiteTable, rows: Row[], insert: (rows: Row[]) => Statement) {
  const size = Math.floor(MAX_PARAMETERS / Object.keys(getTableColumns(table)).length);
  const count = Math.ceil(rows.length / size);
  return Array.from({ length: count }, (_, n) => insert(rows.slice(n * size, (n + 1) * size)));
}

function layOut(userIds: Map<string, string>): Rows {
  const idOf = (name: string) => {
    const id = userIds.get(name);
    if (id === undefined) throw new Error(`The seed has no account of ${name}.`);
    return id;
  };
  const rows: Rows = {
    categories: CATEGORIES.map(({ key, ...category }) => ({
      id: key,
      ...category,
      nameFolded: fold(category.name),
      version: 0,
      createdAt: new Date(Date.now() - CATEGORY_DAYS_OLD * DAY_MS),
    })),
    groups: [],
    members: [],
    requests: [],
    invitations: [],
    codes: [],
    events: [],
  };
  const others = [...userIds.keys()].slice(NAMED);
  for (const [index, group] of [...FLEET_GROUPS, ...TRADE_GROUPS, ...RULED_GROUPS].entries()) {
    const id = randomToken(12);
    const history = startHistory(rows.events, { id, group, idOf });
    const site = { rows, group, id, history, idOf };
    layOutGroup(site);
    layOutMembers(site, pick(others, group, index));
    layOutWaiting(site);
    layOutCodes(site);
  }
  return rows;
}

function layOutGroup({ rows, group, id, history }: Site) {
  const { category, name, description, joinMode, visibility = "public" } = group;
  const ofCategory = CATEGORIES.find(({ key }) => key === category)?.visibility ?? "public";
  const strictest = Math.max(STRICTNESS.indexOf(visibility), STRICTNESS.indexOf(ofCategory));
  rows.groups.push({
    id,
    name,
    nameFolded: fold(name),
    description,
    categoryId: category,
    visibility,
    effectiveVisibility: STRICTNESS[strictest] ?? visibility,
    joinMode,
    memberCount: 0,
    memberRank: 0,
    pendingRequestCount: 0,
    version: 0,
    createdAt: new Date(history.moment(0)),
  });
  history.record("group_created", history.moment(0), group.owner, group.owner);
}

function layOutMembers({ rows, group, id, history, idOf }: Site, crowd: string[]) {
  const { owner, admins = [], members = [] } = group;
  const everybody = [owner, ...admins, ...members, ...crowd];
  for (const [nth, name] of everybody.entries()) {
    const isAdmin = admins.includes(name);
    const joinedAt = history.moment((0.9 * nth) / everybody.length);
    const role = name === owner ? "owner" : isAdmin ? "admin" : "member";
    rows.members.push({
      groupId: id,
      userId: idOf(name),
      role,
      joinedAt: new Date(joinedAt),
    });
    if (name !== owner) history.record("member_joined", joinedAt, name, name);
    if (isAdmin) history.record("admin_appointed", joinedAt + DAY_MS / 4, owner, name);
  }
}

/** The pending requests and invitations. */
function layOutWaiting({ rows, group, id, history, idOf }: Site) {
  for (const [nth, [name, reason]] of (group.requests ?? []).entries()) {
    const at = Math.round(Date.now() - (nth + 0.3) * DAY_MS);
    rows.requests.push({
      id: randomToken(12),
      groupId: id,
      userId: idOf(name),
      reason,
      status: "pending",
      createdAt: new Date(at),
    });
    history.record("request_made", at, name, name);
  }
  for (const [name, daysAgo] of group.invited ?? []) {
    const at = Math.round(Date.now() - (daysAgo - 0.3) * DAY_MS);
    rows.invitations.push({
      id: randomToken(12),
      groupId: id,
      inviteeId: idOf(name),
      inviterId: idOf(group.owner),
      status: "pending",
      createdAt: new Date(at),
      expiresAt: new Date(at + INVITATION_TTL_DAYS * DAY_MS),
    });
    history.record("invitation_sent", at, group.owner, name);
  }
}

function layOutCodes({ rows, group, id, history, idOf }: Site) {
  for (const { code, uses, useLimit = null, daysLeft } of group.codes ?? []) {
    const codeId = randomToken(12);
    const at = history.moment(0.95);
    const expiresAt = daysLeft === undefined ? null : new Date(Date.now() + daysLeft * DAY_MS);
    rows.codes.push({
      id: codeId,
      groupId: id,
      code,
      uses,
      useLimit,
      expiresAt,
      createdBy: idOf(group.owner),
      createdAt: new Date(at),
    });
    history.record("code_created", at, group.owner, null, {
      codeId,
      useLimit,
      expiresAt: expiresAt && expiresAt.toISOString(),
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
