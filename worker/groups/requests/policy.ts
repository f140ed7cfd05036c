import { english } from "#shared/english.ts";
import { problemOf } from "#shared/groups/forms.ts";
import type { FormContent, Sharing } from "#shared/groups/forms.ts";
import type { CreateJoinRequest, JoinRequestStatus } from "#shared/groups/requests.ts";
import { UNDO_SECONDS } from "#shared/groups/limits.ts";
import type { Outcome } from "#shared/requirements/outcome.ts";
import { Allowed } from "#worker/access/allowed.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { markOf } from "#worker/auth/suspensions/suspended.ts";
import { toldReviewers } from "#worker/groups/forms/policy.ts";
import { isAllAsked } from "#worker/groups/forms/sharing.ts";
import type { VettingRow } from "#worker/groups/forms/store.ts";
import { findManaged } from "#worker/groups/group/authorized-group.ts";
import type { AuthorizedGroup, OfGroup } from "#worker/groups/group/authorized-group.ts";
import type { GroupRow } from "#worker/groups/group/group-row.ts";
import { ApiError } from "#worker/http/api-error.ts";

type Requested = Pick<GroupRow, "name" | "role" | "joinMode" | "enrolment" | "pendingRequestId">;

/** The error for a join request that the group does not accept. */
export function requestRefusal(group: Requested): ApiError {
  const { name, role, joinMode, enrolment, pendingRequestId } = group;
  if (role !== null && pendingRequestId !== null) {
    return new ApiError("already_asked_to_stay", { name });
  }
  if (role !== null) return new ApiError("already_member", { name });
  if (enrolment === "automatic") return new ApiError("member_by_requirements", { name });
  if (joinMode === "open") {
    return new ApiError("open_to_join", { name });
  }
  if (joinMode === "invitation_only") {
    return new ApiError("on_invitation_only", { name });
  }
  return pendingRequestId === null
    ? new ApiError("invited_already", { name })
    : new ApiError("already_requested", { name });
}

/** The answers, with the id of the reviewing group. Throws unless they are those that the present form of the group asks for. */
function requireAnswers(
  name: string,
  vetting: VettingRow | undefined,
  form: CreateJoinRequest["form"],
): CreateJoinRequest["form"] {
  const asked = vetting?.form ?? null;
  if (asked === null) {
    if (form !== undefined) throw new ApiError("form_changed", { name });
    return undefined;
  }
  if (form === undefined) throw new ApiError("form_required", { name });
  if (form.version !== vetting?.formVersion) throw new ApiError("form_changed", { name });
  const found = problemOf(asked, form.answers);
  if (found === undefined) {
    return { ...form, sharing: requireSharing(name, vetting, asked, form.sharing) };
  }
  if (found.problem === "unknown") throw new ApiError("answer_unknown");
  throw new ApiError(`answer_${found.problem}`, { question: found.question.text });
}

/** What is shared, with the id of the reviewing group. Throws unless the form asks for it, and the pilot was told of the reviewers of now. */
function requireSharing(
  name: string,
  vetting: VettingRow,
  asked: FormContent,
  sharing: Sharing | undefined,
): Sharing | undefined {
  if (sharing === undefined) return undefined;
  if (!isAllAsked(asked, sharing)) throw new ApiError("not_asked_to_share");
  const reviewerGroupId = toldReviewers(vetting, sharing.reviewerGroupId);
  if (reviewerGroupId === undefined) throw new ApiError("readers_changed", { name });
  return { ...sharing, reviewerGroupId };
}

/**
 * The sheet of a main is public, and whose alts a character has is not (docs/decisions/0028): reviewers of a group learn no
 * more about an account than other users do.
 */
export function maySeeAltCount({ isAdmin }: Pick<UserActor, "isAdmin">): boolean {
  return isAdmin;
}

/**
 * Members of the reviewing group do not review their own request: it exists for them as for any pilot who asks. Owners and
 * admins are members already.
 */
export function mayReview(
  { isReviewer, role }: Pick<GroupRow, "isReviewer" | "role">,
  { userId, isAdmin }: Pick<UserActor, "userId" | "isAdmin">,
  request: { userId: string },
): boolean {
  return (
    request.userId !== userId || isAdmin || isReviewer === 0 || role === "owner" || role === "admin"
  );
}

/** The rows of `selectWithGroup`, if the actor reviews the request: for others it does not exist. */
export function requireReviewed<Row extends { userId: string }>(
  actor: UserActor,
  row: GroupRow | undefined,
  request: Row | undefined,
): { group: AuthorizedGroup; request: Row } {
  const group = findManaged(row, actor, "reviewRequests");
  if (!group || !request || !mayReview(group, actor, request)) {
    throw new ApiError("no_such_request");
  }
  return { group, request };
}

/** What decides on a request. */
type Request = {
  id: string;
  userId: string;
  status: JoinRequestStatus;
  suspendedUntil: Date | null;
  mainCharacterName: string | null;
};
type DecidedRow = Pick<Request, "id" | "status"> & {
  isOwnRecent: number;
  isPlaceUnchanged: number;
};

/** The message has no name: after a request is closed, the main of its user may be one that reviewers must not learn. */
export function rejectionRefusal({ status }: Pick<Request, "status">): ApiError | undefined {
  if (status === "pending") return undefined;
  return new ApiError(`request_${status}`);
}

/** A user who is suspended or does not meet the requirements is not admitted. The request can be rejected or stay pending. */
export function approvalRefusal(
  request: Omit<Request, "id" | "userId"> & { requirements: Outcome | "held" },
): ApiError | undefined {
  const refusal = rejectionRefusal(request);
  if (refusal) return refusal;
  const name = request.mainCharacterName ?? english`This player`;
  if (markOf(request) !== null) {
    return new ApiError("request_suspended", { name });
  }
  if (request.requirements === "met") return undefined;
  if (request.requirements === "held") return new ApiError("request_held", { name });
  return new ApiError(request.requirements === "unmet" ? "request_unmet" : "request_unknown", {
    name,
  });
}

/** These messages have no names for the same reason. */
export function undoRefusal(request: Omit<DecidedRow, "id">): ApiError | undefined {
  if (request.status === "pending") {
    return new ApiError("request_pending");
  }
  if (!request.isOwnRecent) {
    const minutes = UNDO_SECONDS / 60;
    return new ApiError("not_your_decision", { minutes });
  }
  if (request.isPlaceUnchanged) return undefined;
  return new ApiError("decision_outdated");
}

// ── What the checks allow ─────────────────────────────────────────────────────────────────────

const policy = Symbol("requests");

export type OnRequests<Act extends string, Of> = Allowed<typeof policy, Act, Of, UserActor>;

/** Requests of one group. */
export type Requests = OfGroup & { ids: readonly string[] };

/** A request as it is made, and the form that it answers. */
export type Requesting = OfGroup & CreateJoinRequest & { asked: FormContent | null };

/** Each decision with what it must know of a request. */
type Decided = {
  approve: Request & { requirements: Outcome | "held" };
  reject: Request;
  undo: DecidedRow;
};
export type RequestDecision = keyof Decided;
export type FoundRequests<Of extends RequestDecision> = {
  group: AuthorizedGroup;
  requests: Decided[Of][];
};

/** Why a request is not open to a decision of this reviewer. */
const REFUSALS: {
  [Of in RequestDecision]: (group: AuthorizedGroup, request: Decided[Of]) => ApiError | undefined;
} = {
  approve: (group, request) => ofOthers(group, request) ?? approvalRefusal(request),
  reject: (group, request) => ofOthers(group, request) ?? rejectionRefusal(request),
  // A decision is undone by its own decider.
  undo: (_group, request) => undoRefusal(request),
};

function ofOthers(group: AuthorizedGroup, request: Request): ApiError | undefined {
  return mayReview(group, group.reader, request) ? undefined : new ApiError("no_such_request");
}

/** The requests with these ids that the actor may decide on in this way, and why the others are refused. */
export function allowDecision<Of extends RequestDecision>(
  decision: Of,
  { group, requests: read }: FoundRequests<Of>,
  ids: readonly string[],
): { allowed: OnRequests<Of, Requests>; refusals: ReadonlyMap<string, ApiError> } {
  if (!group.can.reviewRequests) throw new ApiError("no_such_request");
  const byId = new Map(read.map((request) => [request.id, request]));
  const refusals = new Map<string, ApiError>();
  for (const id of ids) {
    const request = byId.get(id);
    const refusal = request ? REFUSALS[decision](group, request) : new ApiError("no_such_request");
    if (refusal !== undefined) refusals.set(id, refusal);
  }
  const open = ids.filter((id) => !refusals.has(id));
  return { allowed: new Allowed(policy, decision, { group, ids: open }, group.reader), refusals };
}

/** A form is for those who are no members yet; a member asks to stay longer. */
export function requireRequest(
  group: AuthorizedGroup,
  vetting: VettingRow | undefined,
  { reason, form }: CreateJoinRequest,
): OnRequests<"request", Requesting> | OnRequests<"stay", Requesting> {
  if (!group.can.request && !group.can.requestExtension) throw requestRefusal(group);
  const { reader } = group;
  if (group.role !== null)
    return new Allowed(policy, "stay", { group, reason, asked: null }, reader);
  const of = { group, reason, form: requireAnswers(group.name, vetting, form) };
  return new Allowed(policy, "request", { ...of, asked: vetting?.form ?? null }, reader);
}

/** Only the user who made the request may withdraw it; for others it does not exist. */
export function requireWithdrawal<Row extends Request>(
  actor: UserActor,
  request: Row | undefined,
): OnRequests<"withdraw", Row> {
  if (request?.userId !== actor.userId) throw new ApiError("no_such_request");
  const refusal = rejectionRefusal(request);
  if (refusal) throw refusal;
  return new Allowed(policy, "withdraw", request, actor);
}
