import { eq, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { fold } from "#shared/fold.ts";
import { MAX_PREVIEWED, MAX_WATCH_ENTRIES, WATCH_DUE_DAYS } from "#shared/watch-limits.ts";
import type {
  AddWatchEntry,
  ChangeWatchEntry,
  PreviewWatch,
  SeeWatchEntry,
  WatchEntry,
  WatchFinding,
  Watchlist,
  WatchlistQuery,
  WatchedRequests,
  WatchedUsersQuery,
  WatchPreview,
} from "#shared/watchlist.ts";
import { DAY_MS } from "#shared/time.ts";
import { countAct } from "#worker/audit/daily-limits.ts";
import { changesBetween, recordAndApply } from "#worker/audit/record.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { randomToken } from "#worker/ground/crypto.ts";
import { run, runBatch } from "#worker/db/batch.ts";
import { groups } from "#worker/db/schema/groups.ts";
import type { Context } from "#worker/env.ts";
import { requireReviewed } from "#worker/groups/requests/policy.ts";
import { selectWithGroup } from "#worker/groups/requests/service.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { parseJsonText, storedJson } from "#worker/http/json-text.ts";
import { readCursor, toPage } from "#worker/http/page.ts";
import { consequencesOf } from "./consequences.ts";
import {
  allowKeepers,
  allowOnEntry,
  allowOnList,
  keeperValues,
  requireKeeper,
  selectIsKeeper,
  isKeeper,
  isKeeperOf,
  isProven,
} from "./policy.ts";
import type { Keeper } from "./policy.ts";
import * as store from "./store.ts";
import type { DiscordChannels, DiscordFeed, SaveWholeFeed } from "#shared/discord/feeds.ts";
import {
  deleteFeed,
  listChannels,
  prepareWatchFeed,
  readFeed,
  saveFeed,
} from "#worker/discord/posts/settings/service.ts";

const cursorKey = z.tuple([z.number(), z.string()]);

/** One round trip, which records the look. */
export async function listEntries(
  context: Context,
  actor: UserActor,
  { cursor, search = "", show }: WatchlistQuery,
): Promise<Watchlist> {
  const [until, id] = readCursor(cursor, cursorKey) ?? [0, ""];
  const now = Date.now();
  const due = now + WATCH_DUE_DAYS * DAY_MS;
  const [allowed, , [state], found] = await runBatch(context.db, [
    selectIsKeeper(actor),
    store.viewOfList(context, actor.userId, keeperValues(actor)),
    store.selectState({ ...keeperValues(actor), due, now }),
    store.selectEntries({
      ...keeperValues(actor),
      until,
      id,
      search: fold(search),
      show: show ?? "",
      due,
      now,
    }),
  ]);
  requireKeeper(allowed);
  const { rows, nextCursor } = toPage(found, (row) => [row.until.getTime(), row.id]);
  const {
    groupId = null,
    groupName = null,
    total = 0,
    unseen = 0,
    due: dueCount = 0,
  } = state ?? {};
  return {
    items: rows.map(present),
    total,
    counts: { new: unseen, due: dueCount },
    nextCursor,
    keepers: groupId === null || groupName === null ? null : { groupId, name: groupName },
  };
}

/**
 * What hits the pilot of a request to join, for a keeper who reviews it, while it waits. One round trip, which records the
 * look if there is something to see.
 */
export async function listHitsOf(
  context: Context,
  actor: UserActor,
  requestId: string,
): Promise<WatchedRequests> {
  const values = { ...keeperValues(actor), requestId, now: Date.now() };
  const [allowed, [group], [request], , [row]] = await runBatch(context.db, [
    selectIsKeeper(actor),
    ...selectWithGroup(actor, requestId),
    store.viewOfHits(context, actor.userId, values),
    store.selectHitsOfRequest(values),
  ]);
  requireKeeper(allowed);
  requireReviewed(actor, group, request);
  return presentHits(row);
}

/** What hits these users, for keepers. One round trip, which records the look if there is something to see. */
export async function listHitsOfUsers(
  context: Context,
  actor: UserActor,
  { users }: WatchedUsersQuery,
): Promise<WatchedRequests> {
  const userIds = JSON.stringify(users.split(","));
  const values = { ...keeperValues(actor), userIds, now: Date.now() };
  const [allowed, [list], , [row]] = await runBatch(context.db, [
    selectIsKeeper(actor),
    store.selectIsEmpty(keeperValues(actor)),
    store.viewOfHitsOfUsers(context, actor.userId, values),
    store.selectHitsOfUsers(values),
  ]);
  // Where nothing is watched, lists of people ask no keeper for a proof.
  if (list?.isEmpty === 1) return { items: [] };
  requireKeeper(allowed);
  return presentHits(row);
}

function presentHits(row: { found: string } | undefined): WatchedRequests {
  const hits = parseJsonText(storedJson<store.HitOfRequest[]>(row?.found ?? "[]"));
  const items = [...Map.groupBy(hits, ({ entryId }) => entryId).values()].flatMap((ofEntry) =>
    ofEntry.slice(0, 1).map(({ entryId, subject, eveId, entryName, level }) => ({
      id: entryId,
      subject,
      eveId,
      name: entryName,
      level,
      findings: ofEntry.map(({ characterId, name, ticker, userId, mainName, fact, since, until }) =>
        presentFinding({ characterId, name, ticker, userId, mainName, fact, since, until }),
      ),
    })),
  );
  return { items };
}

/** Whom an entry would hit now, the first of them by name, and what would follow. What follows of a refusal takes all of them. */
export async function previewEntry(
  context: Context,
  actor: UserActor,
  { level, subject, eveId, months }: PreviewWatch,
): Promise<WatchPreview> {
  const refuses = level === "refuse";
  // It names whose characters these are: a look, which is recorded and counted.
  const [allowed, , , [row]] = await runBatch(context.db, [
    selectIsKeeper(actor),
    countAct(context, actor, "looks", { applied: isProven(actor) }),
    store.viewOfList(context, actor.userId, keeperValues(actor)),
    store.selectFindings(
      actor,
      { subject, eveId, months: months ?? null },
      refuses ? null : MAX_PREVIEWED,
    ),
  ]);
  requireKeeper(allowed);
  const hits = parseJsonText(storedJson<store.StoredFinding[]>(row?.found ?? "[]"));
  const follows = refuses ? await consequencesOf(context, actor, hits) : [];
  return {
    hits: hits.slice(0, MAX_PREVIEWED).map(presentFinding),
    count: row?.count ?? 0,
    unread: row?.unread ?? 0,
    follows,
  };
}

export async function addEntry(
  context: Context,
  actor: Keeper,
  { days, ...entry }: AddWatchEntry,
): Promise<WatchEntry> {
  const mayAdd = allowOnList(actor, "add");
  const id = randomToken(12);
  const until = new Date(Date.now() + days * DAY_MS);
  const isAdded = await recordAndApply(context, {
    kind: "watch_entry_added",
    actor,
    isOfCommunity: true,
    detail: { entryId: id },
    condition: store.mayAdd(mayAdd, entry),
    statements: (applied) =>
      store.insertEntry(mayAdd, { ...entry, id, until, createdBy: actor.userId }, applied),
  });
  const [allowed, [row], [state]] = await runBatch(context.db, [
    selectIsKeeper(actor),
    store.selectEntry({ id, now: Date.now() }),
    store.selectState({ ...keeperValues(actor), due: 0, now: 0 }),
  ]);
  requireKeeper(allowed);
  if (isAdded && row !== undefined) return present(row);
  throw (state?.total ?? 0) < MAX_WATCH_ENTRIES
    ? new ApiError("watch_entry_exists")
    : new ApiError("too_many_watch_entries", { count: MAX_WATCH_ENTRIES });
}

export async function changeEntry(
  context: Context,
  actor: Keeper,
  id: string,
  { days, ...input }: ChangeWatchEntry,
): Promise<WatchEntry> {
  const isChanged = days !== undefined || Object.keys(input).length > 0;
  if (!isChanged) return getEntry(context, actor, id);
  const allowed = allowOnEntry(actor, "change", id);
  const { reason } = input;
  const folded = reason === undefined ? {} : { reasonFolded: fold(reason) };
  const confirmed =
    days === undefined ? {} : { until: new Date(Date.now() + days * DAY_MS), endedAt: null };
  await recordAndApply(context, {
    kind: "watch_entry_changed",
    actor,
    isOfCommunity: true,
    detail: { entryId: id },
    condition: allowed.of.applies,
    statements: (applied) => [
      store.updateEntry(allowed, { ...input, ...folded, ...confirmed }, applied),
    ],
  });
  return getEntry(context, actor, id);
}

export async function removeEntry(context: Context, actor: Keeper, id: string) {
  const allowed = allowOnEntry(actor, "remove", id);
  const isRemoved = await recordAndApply(context, {
    kind: "watch_entry_removed",
    actor,
    isOfCommunity: true,
    detail: { entryId: id },
    condition: allowed.of.applies,
    statements: (applied) => [store.deleteEntry(allowed, applied)],
  });
  if (!isRemoved) await getEntry(context, actor, id);
}

/** Without `foundUntil`, all hits. */
export async function markSeen(
  context: Context,
  actor: Keeper,
  id: string,
  { foundUntil }: SeeWatchEntry,
) {
  await getEntry(context, actor, id);
  const until = foundUntil === undefined ? new Date() : new Date(foundUntil);
  await run(context.db, store.markSeen(allowOnEntry(actor, "see", id), until));
}

/** Chooses the group whose members keep the list with the administrators: only they do. */
export async function updateKeepers(context: Context, actor: Keeper, groupId: string | null) {
  const allowed = allowKeepers(actor);
  const [[state], chosen] = await runBatch(context.db, [
    store.selectState({ ...keeperValues(actor), due: 0, now: 0 }),
    store.selectGroup({ id: groupId ?? "" }),
  ]);
  const name = chosen[0]?.name ?? null;
  if (groupId !== null && name === null) {
    throw new ApiError("chosen_group_gone", {}, { field: "groupId" });
  }
  const before = { keepers: state?.groupName ?? null };
  const changes = changesBetween(before, { keepers: name }, ["keepers"]);
  if ((state?.groupId ?? null) === groupId) return;
  await recordAndApply(context, {
    kind: "watch_keepers_changed",
    actor,
    isOfCommunity: true,
    detail: { changes: changes ?? {} },
    condition:
      groupId === null
        ? sql`true`
        : sql`exists (select 1 from ${groups} where ${eq(groups.id, groupId)})`,
    statements: (applied) => [store.updateKeepers(allowed, groupId, applied)],
  });
}

async function getEntry({ db }: Context, actor: UserActor, id: string): Promise<WatchEntry> {
  const [allowed, [row]] = await runBatch(db, [
    selectIsKeeper(actor),
    store.selectEntry({ id, now: Date.now() }),
  ]);
  requireKeeper(allowed);
  if (row === undefined) throw new ApiError("no_such_watch_entry");
  return present(row);
}

function present({ createdAt, until, hits, ...row }: store.EntryRow): WatchEntry {
  return {
    ...row,
    createdAt: createdAt.toISOString(),
    until: until.toISOString(),
    hits: parseJsonText(storedJson<store.StoredHit[]>(hits)).map(({ foundAt, isNew, ...hit }) => ({
      ...presentFinding(hit),
      foundAt: new Date(foundAt).toISOString(),
      // One that counts no more is not new.
      isSeen: isNew === 0,
    })),
  };
}

function presentFinding({ since, until, ...one }: store.StoredFinding): WatchFinding {
  return { ...one, since: toIso(since), until: toIso(until) };
}

function toIso(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

/** Only a keeper chooses the channel, at the moment of the write. */
const subjectFor = (actor: Keeper) => ({ isOfWatchlist: true, mayWrite: isKeeper(actor) }) as const;
const allowed = (actor: UserActor) => ({ read: selectIsKeeper(actor), check: requireKeeper });

const selectChannel = prepareWatchFeed(isKeeperOf);

/** Where hits and ends of entries are posted. */
export function readChannel(context: Context, actor: UserActor): Promise<DiscordFeed> {
  return readFeed(context, selectChannel(keeperValues(actor)), allowed(actor));
}

/** Keepers reach no more channels through Muster than at Discord. */
export function listChoices(context: Context, actor: UserActor): Promise<DiscordChannels> {
  return listChannels(context, actor, allowed(actor));
}

export function saveChannel(
  context: Context,
  actor: Keeper,
  input: SaveWholeFeed,
  origin: string,
): Promise<DiscordFeed> {
  return saveFeed(context, actor, subjectFor(actor), { ...input, topics: [] }, origin);
}

export function removeChannel(context: Context, actor: Keeper): Promise<void> {
  return deleteFeed(context, actor, subjectFor(actor));
}
