import type {
  ConfirmMerge,
  MergePreview,
  MergeResult,
  MergeSummary,
} from "#shared/account/merge.ts";
import { english } from "#shared/english.ts";
import { MERGE_REQUEST_DAYS } from "#shared/account/merge.ts";
import { DAY_MS } from "#shared/time.ts";
import { startErasure } from "./revocations.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { requireFreshProof } from "#worker/auth/sessions/fresh-proof.ts";
import { sha256 } from "#worker/ground/crypto.ts";
import { GuardFailed, run, runBatch } from "#worker/db/batch.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { logError } from "#worker/http/log.ts";
import { mergeAccounts } from "./merge-accounts.ts";
import * as store from "./merge-store.ts";

const DIGEST_LENGTH = 22;

/** The merges that the actor can confirm, accept or cancel. */
export async function listMerges({ db }: Context, { userId }: UserActor): Promise<MergeSummary[]> {
  const found = await run(db, store.selectMerges({ userId, now: Date.now() }));
  return found.map((row) => toSummary(row, userId));
}

export async function previewMerge(context: Context, actor: UserActor, id: string) {
  return (await readMerge(context, actor, id)).preview;
}

/**
 * The user of the remaining account confirms the merge, with a fresh proof of its main. The offer has proven the main of the
 * other account. If that is its only character, the accounts are merged, else the other account has to agree.
 */
export async function confirmMerge(
  context: Context,
  actor: UserActor,
  id: string,
  input: ConfirmMerge,
): Promise<MergeResult> {
  const found = await readMerge(context, actor, id);
  requireRead(found, input, true);
  if (found.preview.needsConsent) {
    const expiresAt = new Date(Date.now() + MERGE_REQUEST_DAYS * DAY_MS);
    await runBatch(context.db, [requireFreshProof(actor), store.requestConsent(id, expiresAt)]);
    return { isMerged: false };
  }
  return merge(context, actor, found);
}

/** The user of the absorbed account agrees, with a fresh proof of its main. */
export async function acceptMerge(
  context: Context,
  actor: UserActor,
  id: string,
  input: ConfirmMerge,
): Promise<MergeResult> {
  const found = await readMerge(context, actor, id);
  requireRead(found, input, false);
  return merge(context, actor, found);
}

export async function cancelMerge({ db }: Context, { userId }: UserActor, id: string) {
  const deleted = await run(db, store.deleteMerge(id, userId));
  if (deleted === 0) throw new ApiError("merge_gone");
}

type Found = Awaited<ReturnType<typeof readMerge>>;

/** Throws unless the merge is for this side to decide, and still what the user has read. */
function requireRead({ row, preview }: Found, { digest }: ConfirmMerge, isInto: boolean) {
  if (preview.isInto !== isInto) throw new ApiError("merge_gone");
  if (preview.digest !== digest) throw new ApiError("merge_changed");
  // Without this, the thief of an account could merge it into another before its owner notices.
  if (row.canBeTakenBack === 1) {
    throw new ApiError("merge_main_too_new", { mainName: row.fromMainName });
  }
}

async function merge(context: Context, actor: UserActor, { row, ...read }: Found) {
  try {
    await mergeAccounts(context, actor, row, read);
  } catch (error) {
    throw error instanceof GuardFailed ? new ApiError("merge_changed") : error;
  }
  try {
    await startErasure(context);
  } catch (error) {
    // The accounts are merged. The job runs at its next time.
    logError(context.requestId, error);
  }
  return { isMerged: true };
}

/** A merge that the actor sees, and what it would do. */
async function readMerge({ db }: Context, { userId }: UserActor, id: string) {
  const [[row], characters, memberships, discord, requests, invitations] = await runBatch(db, [
    store.selectMerge({ userId, id, now: Date.now() }),
    ...store.selectContents(id),
  ]);
  if (row === undefined) throw new ApiError("merge_gone");
  const conflicts = [
    ...discordConflicts(row, discord),
    ...memberships.flatMap(groupConflict),
    ...requests.map(({ name }) => english`Both accounts ask to join ${name}: one request stays.`),
    ...invitations.map(
      ({ name }) => english`Both accounts are invited to ${name}: one invitation stays.`,
    ),
  ];
  const contents = {
    needsConsent: characters.length > 1,
    characterNames: characters.map(({ name }) => name),
    membershipCount: memberships.filter(isShown).length,
    conflicts,
  };
  const text = JSON.stringify([row.id, row.state, contents]);
  const digest = (await sha256(text)).slice(0, DIGEST_LENGTH);
  const preview: MergePreview = { ...toSummary(row, userId), ...contents, digest };
  const ownedGroupIds = memberships
    .filter(({ role }) => role === "owner")
    .map(({ groupId }) => groupId);
  return { row, preview, characterCount: characters.length, ownedGroupIds };
}

function toSummary(row: store.MergeRow, userId: string): MergeSummary {
  return {
    id: row.id,
    state: row.state === "requested" ? "requested" : "offered",
    expiresAt: row.expiresAt.toISOString(),
    isInto: row.intoId === userId,
    intoMainName: row.intoMainName,
    fromMainName: row.fromMainName,
  };
}

function discordConflicts(
  { intoId, fromId }: store.MergeRow,
  discord: store.DiscordRow[],
): string[] {
  const kept = discord.find(({ userId }) => userId === intoId);
  const dropped = discord.find(({ userId }) => userId === fromId);
  if (kept === undefined || dropped === undefined) return [];
  return [
    english`Both accounts have a Discord account: ${kept.username} stays, ${dropped.username} is unlinked and its permission is revoked.`,
  ];
}

/** A system group is invisible to its members. */
function isShown({ visibility, role, otherRole }: store.MergedMembership): boolean {
  return visibility !== "system" || role !== "member" || (otherRole ?? "member") !== "member";
}

function groupConflict(membership: store.MergedMembership): string[] {
  const { groupName, role, otherRole } = membership;
  if (otherRole === null || !isShown(membership)) return [];
  const roles = new Set([role, otherRole]);
  if (roles.has("owner")) {
    return [english`Both accounts are in ${groupName}: one membership stays, as owner.`];
  }
  return roles.has("admin")
    ? [english`Both accounts are in ${groupName}: one membership stays, as admin.`]
    : [english`Both accounts are in ${groupName}: one membership stays, as member.`];
}
