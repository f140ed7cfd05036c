import { CODE_ALPHABET, CODE_LENGTH, MAX_CODES } from "#shared/invitations.ts";
import type { Admission, CreateInviteCode, InviteCode } from "#shared/invitations.ts";
import type { Page } from "#shared/page.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { randomToken } from "#worker/crypto.ts";
import type { Context } from "#worker/env.ts";
import { alreadyMember } from "#worker/groups/refusals.ts";
import {
  ifManaged,
  requireManagement,
  requireSeen,
  requireSight,
} from "#worker/groups/seen-group.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { withOptimisticLock } from "#worker/db/optimistic-lock.ts";
import { codeState, isUsable } from "./policy.ts";
import * as store from "./store.ts";
import type { CodeRow, Found } from "./store.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

export async function listCodes(
  { db }: Context,
  actor: UserActor,
  groupId: string,
): Promise<Page<InviteCode>> {
  const { group, codes } = await store.listCodes(db, actor, groupId);
  requireSight(requireSeen(group, actor), "invite");
  return { items: codes.map(present), total: codes.length, nextCursor: null };
}

export async function createCode(
  context: Context,
  actor: UserActor,
  groupId: string,
  { useLimit, expiresInDays }: CreateInviteCode,
): Promise<InviteCode> {
  const look = async () => {
    const { group, codes } = await store.listCodes(context.db, actor, groupId);
    const seen = requireSeen(group, actor);
    requireManagement(seen, "invite");
    if (codes.length >= MAX_CODES) {
      const message = `${seen.name} has ${MAX_CODES} invite codes already. Revoke one first.`;
      throw new ApiError("conflict", message);
    }
    return seen;
  };
  const row = {
    id: randomToken(12),
    code: randomCode(),
    useLimit: useLimit ?? null,
    expiresAt: expiresInDays == null ? null : new Date(Date.now() + expiresInDays * DAY_MS),
  };
  return present(
    await withOptimisticLock(look, (seen) => store.insertCode(context, actor, seen, row)),
  );
}

export async function revokeCode(context: Context, actor: UserActor, id: string) {
  const look = async (): Promise<Found> => {
    const { group, code } = await store.findCode(context.db, actor, { id });
    const seen = ifManaged(group, actor, "invite");
    if (code === undefined || seen === undefined) {
      throw new ApiError("not_found", "Invite code not found");
    }
    return { seen, code };
  };
  await withOptimisticLock(look, (found) => store.deleteCode(context, actor, found));
}

/** Admits the actor to the group of the code, however one joins it and whoever sees it. */
export function redeemCode(context: Context, actor: UserActor, typed: string): Promise<Admission> {
  const look = async () => {
    const { group, code } = await store.findCode(context.db, actor, { code: typed });
    if (group?.role != null) throw alreadyMember(group.name);
    if (group === undefined || !isUsable(code, Date.now())) throw notUsable();
    return { code, group: { id: group.id, name: group.name } };
  };
  return withOptimisticLock(look, async ({ code, group }) => {
    const isRedeemed = await store.redeemCode(context, actor, group.id, code);
    return isRedeemed && { message: `Successfully joined ${group.name}!`, group };
  });
}

/** One answer for all that admits nobody: whoever tries codes learns nothing from it. */
function notUsable(): ApiError {
  return new ApiError(
    "not_found",
    "This invite code is not valid: it may be mistyped, used up, expired or revoked. Check it, or ask for a new one.",
  );
}

function randomCode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(CODE_LENGTH));
  return Array.from(bytes, (byte) => CODE_ALPHABET[byte % CODE_ALPHABET.length]).join("");
}

function present(row: CodeRow): InviteCode {
  return {
    ...row,
    expiresAt: row.expiresAt === null ? null : new Date(row.expiresAt).toISOString(),
    state: codeState(row, Date.now()),
    createdAt: new Date(row.createdAt).toISOString(),
  };
}
