import { and, eq, not, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { RequestsQuery } from "#shared/groups/requests.ts";
import { SHARE_DAYS } from "#shared/groups/forms.ts";
import { DAY_MS } from "#shared/time.ts";
import { recordAndApply, recordApplyAndRead } from "#worker/audit/record.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { requireProofToGive } from "#worker/auth/sessions/fresh-proof.ts";
import { alias } from "drizzle-orm/sqlite-core";
import { randomToken } from "#worker/ground/crypto.ts";
import { runBatch } from "#worker/db/batch.ts";
import type { Database } from "#worker/db/database.ts";
import { characters, users } from "#worker/db/schema/accounts.ts";
import { characterAffiliations, characterSections, names } from "#worker/db/schema/characters.ts";
import { groupMembers, groups, joinRequests } from "#worker/db/schema/groups.ts";
import { requestAnswers } from "#worker/db/schema/group-forms.ts";
import { countIn, existsIn, insertWhere, orm, prepare } from "#worker/db/statements.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { insertShares } from "#worker/groups/forms/sharing.ts";
import { isReviewedBy, isVersion } from "#worker/groups/forms/store.ts";
import type { OnRequests, Requesting } from "./policy.ts";
import { isUnchanged } from "#worker/groups/group/authorized-group.ts";
import { prepareGroups, selectGroup } from "#worker/groups/group/group-row.ts";
import {
  hasPendingInvitation,
  hasPendingRequest,
  isPendingRequest,
} from "#worker/access/pending.ts";
import { PAGE_LIMIT } from "#worker/http/page.ts";
import { tickerOf } from "#worker/universe/names.ts";
import type { Met } from "#worker/requirements/gate.ts";

const request = {
  id: joinRequests.id,
  groupId: joinRequests.groupId,
  userId: joinRequests.userId,
  reason: joinRequests.reason,
  status: joinRequests.status,
  createdAt: joinRequests.createdAt,
  isExtension: joinRequests.isExtension,
  decidedAt: joinRequests.decidedAt,
  rejectionReason: joinRequests.rejectionReason,
  mainCharacterId: users.mainCharacterId,
  mainCharacterName: characters.name,
  suspendedUntil: users.suspendedUntil,
};

export type RequestRow = RowOfStatement<typeof selectRequest>;
export type RowToReview = RowOfStatement<typeof selectPending>;
export type PageRow = RowOfStatement<typeof selectPage>;
export type RequestKey = [createdAt: number, id: string];

/** Before every request. */
const START: RequestKey = [0, ""];

const info = alias(characterSections, "info");
const skills = alias(characterSections, "skills");
const corporation = alias(names, "corporation");
const alliance = alias(names, "alliance");
const alts = alias(characters, "alts");

/** Facts about the requester's main, and the number of alts for readers who may know it. */
const facts = {
  corporationId: characterAffiliations.corporationId,
  corporationName: corporation.name,
  ticker: tickerOf(characterAffiliations.corporationId),
  allianceId: characterAffiliations.allianceId,
  allianceName: alliance.name,
  totalSp: sql<number | null>`json_extract(${skills.data}, '$.total_sp')`,
  birthday: sql<string | null>`json_extract(${info.data}, '$.birthday')`,
  altCount: sql<
    number | null
  >`case when ${sql.placeholder("seesAlts")} then ${countIn(alts, eq(alts.userId, users.id))} - 1 end`,
};

const assignee = alias(users, "assignee");
const assigneeMain = alias(characters, "assignee_main");

const toReview = {
  ...request,
  inTalks: joinRequests.inTalks,
  assigneeId: joinRequests.assigneeId,
  assigneeName: assigneeMain.name,
  ...facts,
  endsAt: groupMembers.endsAt,
  /** Null if the user is no member. */
  memberId: groupMembers.userId,
};

/** Requests with the facts about their users. */
const selectToReview = (fields: typeof toReview) =>
  orm
    .select(fields)
    .from(joinRequests)
    .innerJoin(users, eq(users.id, joinRequests.userId))
    .leftJoin(characters, eq(characters.id, users.mainCharacterId))
    .leftJoin(
      groupMembers,
      and(eq(groupMembers.groupId, joinRequests.groupId), eq(groupMembers.userId, users.id)),
    )
    .leftJoin(assignee, eq(assignee.id, joinRequests.assigneeId))
    .leftJoin(assigneeMain, eq(assigneeMain.id, assignee.mainCharacterId))
    .leftJoin(characterAffiliations, eq(characterAffiliations.characterId, characters.id))
    .leftJoin(corporation, eq(corporation.id, characterAffiliations.corporationId))
    .leftJoin(alliance, eq(alliance.id, characterAffiliations.allianceId))
    .leftJoin(info, and(eq(info.characterId, characters.id), eq(info.section, "info")))
    .leftJoin(skills, and(eq(skills.characterId, characters.id), eq(skills.section, "skills")));

const isListed = and(
  eq(joinRequests.groupId, sql.placeholder("groupId")),
  isPendingRequest,
  // As `mayReview` says.
  sql`(${joinRequests.userId} <> ${sql.placeholder("userId")} or ${sql.placeholder("isAdmin")} or exists (select 1 from ${groupMembers}
    where ${groupMembers.groupId} = ${joinRequests.groupId} and ${groupMembers.userId} = ${joinRequests.userId} and ${groupMembers.rank} < 2))`,
  sql`coalesce(${joinRequests.inTalks} = ${sql.placeholder("inTalks")}, true)`,
  sql`case ${sql.placeholder("assignee")} when 'none' then ${joinRequests.assigneeId} is null
    else coalesce(${joinRequests.assigneeId} = ${sql.placeholder("assignee")}, ${sql.placeholder("assignee")} is null) end`,
  sql`coalesce(${joinRequests.createdAt} < ${sql.placeholder("before")}, true)`,
);

/** How many requests a filter leaves. */
const countListed = prepare({ count: sql<number>`count(*)` }, (fields) =>
  orm.select(fields).from(joinRequests).where(isListed),
);

const selectPending = prepare(toReview, (fields) =>
  selectToReview(fields)
    .where(
      and(
        isListed,
        sql`(${joinRequests.createdAt}, ${joinRequests.id})
          > (${sql.placeholder("createdAt")}, ${sql.placeholder("id")})`,
      ),
    )
    .orderBy(joinRequests.createdAt, joinRequests.id)
    .limit(PAGE_LIMIT),
);

/** A request in any state, with the facts about its user. */
export const selectPage = prepare(toReview, (fields) =>
  selectToReview(fields).where(eq(joinRequests.id, sql.placeholder("id"))),
);

const selectFrom = (fields: typeof request) =>
  orm
    .select(fields)
    .from(joinRequests)
    .innerJoin(users, eq(users.id, joinRequests.userId))
    .leftJoin(characters, eq(characters.id, users.mainCharacterId));

const selectRequest = prepare(request, (fields) =>
  selectFrom(fields).where(eq(joinRequests.id, sql.placeholder("id"))),
);

/** Requests of one group. `ids` is a JSON array. */
const selectRequests = prepare(request, (fields) =>
  selectFrom(fields).where(
    and(
      sql`${joinRequests.id} in (select value from json_each(${sql.placeholder("ids")}))`,
      sql`+${joinRequests.groupId} = ${sql.placeholder("groupId")}`,
    ),
  ),
);

export const selectGroupOfRequest = prepareGroups(
  orm
    .select({ id: sql`${joinRequests.groupId}`.as("id") })
    .from(joinRequests)
    .where(eq(joinRequests.id, sql.placeholder("id")))
    .getSQL(),
);

/** A group and one page of its pending requests, whether or not the actor may see them. */
export async function listPending(
  db: Database,
  { userId, isAdmin, seesAlts }: Pick<UserActor, "userId" | "isAdmin"> & { seesAlts: boolean },
  groupId: string,
  { state, assignee: assigneeId, waiting }: RequestsQuery,
  [createdAt, id]: RequestKey = START,
) {
  const filter = {
    groupId,
    userId,
    isAdmin: Number(isAdmin),
    inTalks: state === undefined ? null : Number(state === "in_talks"),
    assignee: assigneeId ?? null,
    before: waiting === undefined ? null : Date.now() - waiting * DAY_MS,
  };
  const isFiltered = [state, assigneeId, waiting].some((filter) => filter !== undefined);
  const [[group], requests, counted] = await runBatch(db, [
    selectGroup(userId, groupId),
    selectPending({ ...filter, createdAt, id, seesAlts: Number(seesAlts) }),
    ...(isFiltered ? [countListed(filter)] : []),
  ]);
  return { group, requests, filteredCount: counted?.[0]?.count };
}

/** The statements that read the group of a request, and the request, whether or not the actor may see them. */
export function selectWithGroup({ userId }: UserActor, id: string) {
  return [selectGroupOfRequest({ id, userId, now: Date.now() }), selectRequest({ id })] as const;
}

export async function findRequest(db: Database, actor: UserActor, id: string) {
  const [[group], [found]] = await runBatch(db, selectWithGroup(actor, id));
  return { group, request: found };
}

/** Requests of a group, and the group, whether or not the actor may see them. */
export async function findRequests(
  db: Database,
  { userId }: UserActor,
  groupId: string,
  ids: readonly string[],
) {
  const [[group], requests] = await runBatch(db, [
    selectGroup(userId, groupId),
    selectRequests({ groupId, ids: JSON.stringify(ids) }),
  ]);
  return { group, requests };
}

/** A member who asks to stay may have ceased to meet the requirements: there is a grace period. */
type Asking =
  | { allowed: OnRequests<"request", Requesting>; met: Met }
  | { allowed: OnRequests<"stay", Requesting> };

/** Undefined if the user has a pending request or invitation, or the group or its form has changed. */
export function insertRequest(context: Context, { allowed }: Asking) {
  const { by: actor, of } = allowed;
  const { group, reason, form, asked } = of;
  const { userId } = actor;
  const id = randomToken(12);
  const now = new Date();
  return recordApplyAndRead(
    context,
    {
      kind: "request_made",
      actor,
      subjectId: userId,
      groupId: group.id,
      ...(group.role !== null && { detail: { isExtension: true } }),
      // Who reads what is shared reads it live, for weeks.
      ...(form?.sharing?.sections.length && { proof: requireProofToGive(actor, sql`true`) }),
      condition: and(
        isUnchanged(group, actor),
        group.role === null ? isVersion(form?.version ?? null) : undefined,
        form?.sharing && isReviewedBy(form.sharing.reviewerGroupId),
        not(hasPendingRequest(groups.id, userId)),
        not(hasPendingInvitation(groups.id, userId, now.getTime())),
      ),
      statements: (applied) => [
        insertWhere(
          joinRequests,
          {
            id,
            groupId: group.id,
            userId,
            reason,
            status: "pending",
            createdAt: now,
            isExtension: group.role !== null,
          },
          applied,
        ),
        ...(form
          ? [
              insertWhere(
                requestAnswers,
                {
                  requestId: id,
                  groupId: group.id,
                  formVersion: form.version,
                  answers: form.answers,
                  shareDays: asked?.shareDays ?? 0,
                  reviewerGroupId: form.sharing?.reviewerGroupId ?? null,
                  shareUntil: asked?.sections.length
                    ? new Date(now.getTime() + SHARE_DAYS * DAY_MS)
                    : null,
                },
                applied,
              ),
              ...(form.sharing && asked
                ? [insertShares(id, userId, form.sharing, asked, applied)]
                : []),
            ]
          : []),
      ],
    },
    selectRequest({ id }),
  );
}

export function withdrawRequest(
  context: Context,
  { by: actor, of: request }: OnRequests<"withdraw", RequestRow>,
) {
  return recordAndApply(context, {
    kind: "request_withdrawn",
    actor,
    subjectId: request.userId,
    groupId: request.groupId,
    ...(request.isExtension && { detail: { isExtension: true } }),
    condition: isStillPending(request),
    statements: (applied) => [
      orm
        .update(joinRequests)
        .set({ status: "withdrawn" })
        .where(and(eq(joinRequests.id, request.id), applied)),
    ],
  });
}

function isStillPending({ id }: RequestRow): SQL {
  return existsIn(joinRequests, eq(joinRequests.id, id), isPendingRequest);
}
