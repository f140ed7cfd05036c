import { Allowed } from "#worker/access/allowed.ts";
import type { Maybe } from "#worker/access/allowed.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import type { AnsweredRow } from "#worker/groups/forms/store.ts";
import type { AuthorizedGroup } from "#worker/groups/group/authorized-group.ts";
import type { GroupRow } from "#worker/groups/group/group-row.ts";
import { holdsOffice } from "#worker/groups/group/own-hand.ts";
import type { OwnHand } from "#worker/groups/group/own-hand.ts";
import { rejectionRefusal, requireReviewed } from "#worker/groups/requests/policy.ts";
import type { PageRow } from "#worker/groups/requests/store.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { KEPT_MS } from "./store.ts";

type Looking = {
  group: Pick<GroupRow, "name" | "role" | "isReviewer" | "reviewerGroupId">;
  request: { userId: string };
  /** What the actor is by their own hand; undefined for others than system administrators. */
  ownHand: OwnHand | undefined;
};

/**
 * Who reads notes and looks at what is shared: the owner, the admins and the members of the reviewing group, of others than
 * themselves. System administrators decide about requests and do neither, unless others have put them there or they take emergency
 * access.
 */
export function isReviewer(read: Looking, { userId }: Pick<UserActor, "userId">): boolean {
  if (read.request.userId === userId) return false;
  return holdsOffice(read) || (read.group.isReviewer === 1 && read.ownHand?.review !== 1);
}

/** `told`: the reviewing group that the pilot was told of. Members of another one that reviews since then may not look. */
export function lookRefusal(
  read: Looking,
  told: string | null,
  actor: Pick<UserActor, "isGuest" | "userId">,
): ApiError | undefined {
  if (actor.isGuest) return new ApiError("members_only_search");
  if (!isReviewer(read, actor)) return new ApiError("reviewers_only", { name: read.group.name });
  if (holdsOffice(read) || read.group.reviewerGroupId === told) return undefined;
  return new ApiError("nothing_shared");
}

// ── What the checks allow ─────────────────────────────────────────────────────────────────────

const policy = Symbol("vetting");

export type OnVetting<Act extends string, Of> = Allowed<typeof policy, Act, Of, UserActor>;

export type Head<Group> = {
  group: Group;
  request: PageRow;
  answered: AnsweredRow | undefined;
  ownHand: OwnHand | undefined;
};
type FoundHead = Maybe<Head<GroupRow>>;
export type Reviewed = Head<AuthorizedGroup>;

/** A request that the actor reviews: its page exists for them, and for a while after the decision. */
export function reviewedOf(
  actor: UserActor,
  { group: row, request: found, ...rest }: FoundHead,
): Reviewed {
  const { group, request } = requireReviewed(actor, row, found);
  const { status, decidedAt } = request;
  const isKept = status === "pending" || (decidedAt?.getTime() ?? 0) > Date.now() - KEPT_MS;
  if (status === "withdrawn" || !isKept) throw new ApiError("no_such_request");
  return { group, request, ...rest };
}

export function requireHandling(actor: UserActor, found: FoundHead): OnVetting<"handle", Reviewed> {
  const reviewed = reviewedOf(actor, found);
  const refusal = rejectionRefusal(reviewed.request);
  if (refusal) throw refusal;
  return new Allowed(policy, "handle", reviewed, actor);
}

export function requireNotes(actor: UserActor, found: FoundHead): OnVetting<"note", Reviewed> {
  const reviewed = reviewedOf(actor, found);
  if (!isReviewer(reviewed, actor)) {
    throw new ApiError("reviewers_only", { name: reviewed.group.name });
  }
  return new Allowed(policy, "note", reviewed, actor);
}

export function requireLook(actor: UserActor, found: FoundHead): OnVetting<"look", Reviewed> {
  const reviewed = reviewedOf(actor, found);
  const told = reviewed.answered?.reviewerGroupId ?? null;
  const refusal = lookRefusal(reviewed, told, actor);
  if (refusal) throw refusal;
  return new Allowed(policy, "look", reviewed, actor);
}

/** What a pilot shares is the pilot's. */
export function requireSharer(
  actor: UserActor,
  { group, request, ...rest }: FoundHead,
): OnVetting<"share", Head<GroupRow>> {
  if (!group || request?.userId !== actor.userId) throw new ApiError("no_such_request");
  return new Allowed(policy, "share", { group, request, ...rest }, actor);
}
