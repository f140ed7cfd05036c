import { english } from "#shared/english.ts";
import { CODE_ALPHABET, CODE_LENGTH } from "#shared/groups/invitations.ts";
import type {
  CreateInviteCode,
  InviteCode,
  InviteCodePreview,
  InviteLink,
  JoinedGroup,
} from "#shared/groups/invitations.ts";
import type { Page } from "#shared/page.ts";
import { DAY_MS } from "#shared/time.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import type { Config } from "#worker/ground/config.ts";
import type { Database } from "#worker/db/database.ts";
import { withOptimisticLock } from "#worker/db/optimistic-lock.ts";
import type { Context } from "#worker/env.ts";
import { randomToken } from "#worker/ground/crypto.ts";
import { requireAbilityToRead, requireVisible } from "#worker/groups/group/authorized-group.ts";
import { canSee } from "#worker/groups/group/policy.ts";
import { storedDays } from "#worker/groups/members/add-member.ts";
import { requireMet } from "#worker/requirements/gate.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { decryptCode, encryptCode, hashesOf, isOfCurrentKey } from "./encrypted-code.ts";
import {
  codeState,
  isShownToVisitors,
  isUsable,
  requireCodeOf,
  requireNewCode,
  requireUsable,
} from "./policy.ts";
import * as store from "./store.ts";
import type { CodeRow, Reader } from "./store.ts";

export async function listCodes(
  { db, config }: Context,
  actor: UserActor,
  groupId: string,
): Promise<Page<InviteCode>> {
  const { group, codes, needsProof } = await store.listCodes(db, actor, groupId);
  requireAbilityToRead(requireVisible(group, actor), "invite");
  // Who has read a code lets others in, also after the session has ended.
  if (needsProof && codes.length > 0) throw new ApiError("fresh_proof_required");
  const items = await Promise.all(codes.map((row) => present(config, row)));
  return { items, total: codes.length, nextCursor: null };
}

export async function createCode(
  context: Context,
  actor: UserActor,
  groupId: string,
  { useLimit, expiresInDays, membershipDays }: CreateInviteCode,
): Promise<InviteCode> {
  const read = async () => {
    const found = await store.listCodes(context.db, actor, groupId);
    return requireNewCode(requireVisible(found.group, actor), found.codes);
  };
  const id = randomToken(12);
  const code = {
    id,
    ...(await encryptCode(context.config, id, randomCode())),
    useLimit: useLimit ?? null,
    membershipDays: storedDays(membershipDays),
    expiresAt: expiresInDays == null ? null : new Date(Date.now() + expiresInDays * DAY_MS),
  };
  const row = await withOptimisticLock(read, (allowed) => store.insertCode(context, allowed, code));
  return present(context.config, row);
}

export async function revokeCode(context: Context, actor: UserActor, id: string) {
  const read = async () => requireCodeOf(actor, await store.findCode(context.db, actor, { id }));
  await withOptimisticLock(read, (allowed) => store.deleteCode(context, allowed));
}

/**
 * Shows what a code invites to. The group and the inviter of a code that no longer works are shown only to users who may see
 * the group anyway.
 */
export async function previewCode(
  { db, config }: Context,
  actor: UserActor,
  typed: string,
): Promise<InviteCodePreview> {
  const { group, code } = await findTyped(db, config, actor, typed);
  if (group === undefined || code === undefined) throw new ApiError("code_not_valid");
  const state = codeState(code, Date.now());
  const canView = canSee(group, actor);
  const isShown = canView || state === "active";
  return {
    state,
    expiresAt: code.expiresAt && code.expiresAt.toISOString(),
    inviterCharacterName: isShown ? code.createdByName : null,
    group: isShown
      ? {
          id: group.id,
          name: group.name,
          description: group.description,
          visibility: group.visibility,
          canView,
          isMember: group.role !== null,
        }
      : null,
  };
}

/**
 * Shows a visitor without a session what a code invites to, if the owner of the group has chosen so. Codes that cannot be used
 * are answered alike, whatever the reason.
 */
export async function openLink({ db, config }: Context, typed: string): Promise<InviteLink> {
  const { group, code } = await findTyped(db, config, NO_USER, typed);
  const isActive = group !== undefined && isUsable(code, Date.now());
  if (!isActive || !isShownToVisitors(group)) {
    return { isUsable: isActive, group: null, inviterCharacterName: null, expiresAt: null };
  }
  return {
    isUsable: true,
    group: { name: group.name, description: group.description },
    inviterCharacterName: code.createdByName,
    expiresAt: code.expiresAt && code.expiresAt.toISOString(),
  };
}

const NO_USER = { userId: "", isAdmin: false };

/** Adds the actor to the code's group, whatever its join mode and visibility. */
export function redeemCode(
  context: Context,
  actor: UserActor,
  typed: string,
): Promise<JoinedGroup> {
  const { config } = context;
  const read = async () => {
    const allowed = requireUsable(actor, await findTyped(context.db, config, actor, typed));
    return { allowed, met: await requireMet(context, allowed.of.group, actor.userId) };
  };
  return withOptimisticLock(read, async (way) => {
    const { code } = way.allowed.of;
    const group = { id: way.allowed.of.group.id, name: way.allowed.of.group.name };
    const encrypted = isOfCurrentKey(config, code)
      ? undefined
      : await encryptCode(config, code.id, typed);
    const isRedeemed = await store.redeemCode(context, way, encrypted);
    return isRedeemed && { message: english`Successfully joined ${group.name}!`, group };
  });
}

async function findTyped(db: Database, config: Config, actor: Reader, typed: string) {
  const hashes = JSON.stringify(await hashesOf(config, typed));
  return store.findCode(db, actor, { code: typed, hashes });
}

function randomCode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(CODE_LENGTH));
  return Array.from(bytes, (byte) => CODE_ALPHABET[byte % CODE_ALPHABET.length]).join("");
}

async function present(config: Config, row: CodeRow): Promise<InviteCode> {
  const { encryptedCode: _, codeHash: __, creatorSuspendedUntil: ___, ...rest } = row;
  return {
    ...rest,
    code: await decryptCode(config, row).catch(() => null),
    expiresAt: row.expiresAt && row.expiresAt.toISOString(),
    state: codeState(row, Date.now()),
    createdAt: row.createdAt.toISOString(),
  };
}
