import { sharedSectionSchema } from "#shared/groups/forms.ts";
import type { SharedSection } from "#shared/groups/forms.ts";
import type { AnsweredForm } from "#shared/groups/requests.ts";
import type {
  OwnRequest,
  RequestEvent,
  RequestPage,
  ReviewedRequirements,
} from "#shared/vetting.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import type { Context } from "#worker/env.ts";
import { canSee } from "#worker/groups/group/policy.ts";
import { endOfSharing } from "#worker/groups/forms/sharing.ts";
import type { AnsweredRow } from "#worker/groups/forms/store.ts";
import { NO_FACTS, presentToReview } from "#worker/groups/requests/present.ts";
import type { PageRow } from "#worker/groups/requests/store.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { requiredTree, selectEvidenceOf } from "#worker/requirements/gate.ts";
import { isReviewer, lookRefusal, reviewedOf } from "./policy.ts";
import { findPage } from "./store.ts";
import type { HistoryRow, NoteRow, PageRead } from "./store.ts";
import type { Requirement } from "#shared/requirements/tree.ts";
import { runNamed } from "#worker/db/batch.ts";
import { causesOf } from "#worker/requirements/evaluation/causes.ts";
import { evaluate } from "#worker/requirements/evaluation/evaluate.ts";
import { needsOf } from "#worker/requirements/evaluation/dependencies.ts";
import { toEvidence } from "#worker/requirements/evidence/to-evidence.ts";
import {
  mentionedIn,
  selectAffiliationNames,
  selectNames,
  toRuleNames,
  withNames,
} from "#worker/requirements/names.ts";
import { shownCauses } from "#worker/requirements/shown-causes.ts";

/** The page of a request for a reviewer: open, or decided lately. A withdrawn one exists no longer. */
export async function readRequestPage(
  context: Context,
  actor: UserActor,
  id: string,
): Promise<RequestPage> {
  const read = await findPage(context.db, actor, id);
  const reviewed = reviewedOf(actor, read);
  const { group, request, answered } = reviewed;
  return {
    ...presentToReview(known(request), actor),
    groupName: group.name,
    decidedAt: request.decidedAt?.toISOString() ?? null,
    rejectionReason: request.rejectionReason,
    requirements: await requirementsOf(context, actor, read),
    answered: presentAnswered(answered),
    reviewer: isReviewer(reviewed, actor)
      ? {
          sections: sectionsFor(
            read,
            lookRefusal(reviewed, answered?.reviewerGroupId ?? null, actor),
          ),
          sharedUntil: sharedUntil(request, read),
          notes: read.notes.map((note) => presentNote(note, actor)),
          history: read.history.map(presentEvent),
        }
      : null,
  };
}

/** A second round trip, where the group or the community requires something. */
async function requirementsOf(context: Context, actor: UserActor, { request, rule }: PageRead) {
  // Causes say what a sheet says, which guests do not open.
  if (actor.isGuest || request?.status !== "pending" || rule === undefined) return null;
  const tree = requiredTree(rule);
  return tree === undefined ? null : requirementsForReviewer(context, actor, tree, request);
}

/** The page of a request for the pilot who made it. */
export async function readOwnRequest(
  { db }: Context,
  actor: UserActor,
  id: string,
): Promise<OwnRequest> {
  const read = await findPage(db, actor, id);
  const { group, request, answered } = read;
  if (!group || request?.userId !== actor.userId) throw new ApiError("no_such_request");
  const { groupId, reason, status, isExtension, rejectionReason } = request;
  const sections = new Map<SharedSection, number[]>();
  for (const { section, characterId } of read.shares) {
    sections.set(section, [...(sections.get(section) ?? []), characterId]);
  }
  return {
    id,
    groupId,
    groupName: canSee(group, actor) ? group.name : null,
    reason,
    status,
    createdAt: request.createdAt.toISOString(),
    isExtension,
    decidedAt: request.decidedAt?.toISOString() ?? null,
    rejectionReason,
    answered: presentAnswered(answered),
    inTalks: request.inTalks,
    assigneeName: request.assigneeName,
    shared: [...sections].map(([section, characterIds]) => ({ section, characterIds })),
    sharedUntil: sharedUntil(request, read),
    history: read.history.map(presentEvent),
  };
}

/** What the form asks for, and of how many characters it is given. Who they are is a value: it is read with a look. */
function sectionsFor({ answered, shares }: PageRead, refusal: ApiError | undefined) {
  return (answered?.form.sections ?? []).map((section) => ({
    section,
    shared: refusal ? 0 : shares.filter((share) => share.section === section).length,
  }));
}

function sharedUntil(request: PageRow, { answered, shares }: PageRead): string | null {
  if (answered === undefined || shares.length === 0) return null;
  const end = endOfSharing(request, answered.shareDays);
  return end === null ? null : new Date(end).toISOString();
}

function presentAnswered(answered: AnsweredRow | undefined): AnsweredForm | null {
  if (answered === undefined) return null;
  const { version, form, answers } = answered;
  return { version, form, answers };
}

function presentNote({ authorId, createdAt, ...note }: NoteRow, { userId }: UserActor) {
  return { ...note, createdAt: createdAt.toISOString(), isOwn: authorId === userId };
}

function presentEvent({ kind, byName, createdAt, section, movedFrom }: HistoryRow): RequestEvent {
  return {
    kind,
    byName,
    at: createdAt.toISOString(),
    section: sharedSectionSchema.options.find((option) => option === section) ?? null,
    movedFrom,
  };
}

/** After a rejection, the main may be another one, of which the reviewers must not learn. */
function known(request: PageRow): PageRow {
  if (request.status === "pending" || request.memberId !== null) return request;
  return {
    ...request,
    ...NO_FACTS,
    mainCharacterId: null,
    mainCharacterName: null,
    suspendedUntil: null,
  };
}

type Pilot = { userId: string; mainCharacterId: number | null };

/** Whether a pilot meets the requirements, and why not, as far as the reviewer of a request may know. One round trip. */
async function requirementsForReviewer(
  { db }: Context,
  actor: UserActor,
  tree: Requirement,
  { userId, mainCharacterId }: Pilot,
): Promise<ReviewedRequirements | null> {
  const now = Date.now();
  const mentioned = mentionedIn([tree]);
  const asked = needsOf([tree]);
  // Others get the answer of a world without the watchlist.
  const needs = { ...asked, watchlist: asked.watchlist && actor.isAdmin };
  const found = await runNamed(db, {
    names: selectNames(mentioned, actor),
    places: [selectAffiliationNames([userId])],
    evidence: selectEvidenceOf([userId], needs),
  });
  const [eve, ...others] = found.names;
  const names = toRuleNames(mentioned, [...eve, ...found.places[0]], ...others);
  const [pilot] = toEvidence(found.evidence, needs, now);
  if (pilot === undefined) return null;
  const trace = evaluate(tree, pilot, now);
  return {
    outcome: trace.outcome,
    causes: shownCauses(withNames(causesOf(trace), names), {
      isCharacterShown: (id) => actor.isAdmin || id === mainCharacterId,
      isGroupShown: (id) => id in names.groups,
      isKeeper: actor.isAdmin,
    }),
  };
}
