import { and, asc, eq, exists, lt, ne, notExists, sql } from "drizzle-orm";
import type { Placeholder, SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { isSeenBy } from "#worker/access/visibility.ts";
import type { Changes } from "#shared/events/details.ts";
import { recordAndApply } from "#worker/audit/record.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { requireProofToGive } from "#worker/auth/sessions/fresh-proof.ts";
import { characters, users } from "#worker/db/schema/accounts.ts";
import { groupMembers, groups } from "#worker/db/schema/groups.ts";
import { groupForms, groupVetting, requestAnswers } from "#worker/db/schema/group-forms.ts";
import { insertWhere, orm, prepare } from "#worker/db/statements.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import type { OnForm, SavedForm } from "./policy.ts";
import { isRoleUnchanged } from "#worker/groups/group/authorized-group.ts";

const reviewers = alias(groups, "reviewers");
const own = alias(groupMembers, "own");

const selectOne = prepare(
  {
    formVersion: groupVetting.formVersion,
    versions: groupVetting.versions,
    form: groupForms.form,
    reviewerGroupId: groupVetting.reviewerGroupId,
    reviewerCount: reviewers.memberCount,
    reviewerName: reviewers.name,
    /** 1 if the reader sees the reviewing group. */
    seesReviewers: sql<number>`${sql.placeholder("isAdmin")} or ${seesReviewers(sql.placeholder("userId"), sql.placeholder("now"))}`,
  },
  (fields) =>
    orm
      .select(fields)
      .from(groupVetting)
      .leftJoin(
        groupForms,
        and(
          eq(groupForms.groupId, groupVetting.groupId),
          eq(groupForms.version, groupVetting.formVersion),
        ),
      )
      .leftJoin(reviewers, eq(reviewers.id, groupVetting.reviewerGroupId))
      .where(eq(groupVetting.groupId, sql.placeholder("groupId"))),
);
export type VettingRow = RowOfStatement<typeof selectOne>;

/** The form of a group, and the group whose members review, as far as the reader sees it. */
export function selectVetting({ userId, isAdmin }: UserActor, groupId: string) {
  return selectOne({ groupId, userId, isAdmin: Number(isAdmin), now: Date.now() });
}

/** SQL condition: the reader, who is no system administrator, sees the group whose members review requests of `group_vetting`. */
export function seesReviewers(userId: string | Placeholder, now: number | Placeholder): SQL {
  const seen = isSeenBy({ userId, role: own.role, now });
  return exists(
    orm
      .select({ id: groups.id })
      .from(groups)
      .leftJoin(own, and(eq(own.groupId, groups.id), eq(own.userId, userId)))
      .where(and(eq(groups.id, groupVetting.reviewerGroupId), seen)),
  );
}

/** The owner, then the admins. */
export const selectManagers = prepare(
  {
    userId: groupMembers.userId,
    mainCharacterId: users.mainCharacterId,
    name: characters.name,
    role: groupMembers.role,
  },
  (fields) =>
    orm
      .select(fields)
      .from(groupMembers)
      .innerJoin(users, eq(users.id, groupMembers.userId))
      .leftJoin(characters, eq(characters.id, users.mainCharacterId))
      .where(and(eq(groupMembers.groupId, sql.placeholder("groupId")), lt(groupMembers.rank, 2)))
      .orderBy(asc(groupMembers.rank), asc(groupMembers.joinedAt), asc(groupMembers.userId))
      .limit(100),
);

export const selectMain = prepare({ id: users.mainCharacterId }, (fields) =>
  orm
    .select(fields)
    .from(users)
    .where(eq(users.id, sql.placeholder("userId"))),
);

/** SQL condition on `groups`: requests answer this version of the form; null for none. */
export function isVersion(version: number | null): SQL {
  return sql`(select ${groupVetting.formVersion} from ${groupVetting}
    where ${groupVetting.groupId} = ${groups.id}) is ${version}`;
}

/** SQL condition on `groups`: the members of this group review requests; null for none. */
export function isReviewedBy(reviewerGroupId: string | null): SQL {
  return sql`(select ${groupVetting.reviewerGroupId} from ${groupVetting}
    where ${groupVetting.groupId} = ${groups.id}) is ${reviewerGroupId}`;
}

type Saved = {
  isNewForm: boolean;
  changes: Changes<"form" | "formSections" | "reviewers">;
};

/** False if the form, the role of the actor or the other group has changed. */
export function saveForm(
  context: Context,
  {
    by: actor,
    of: { group, vetting, input, reviewerGroupId },
  }: OnForm<"saveForm", SavedForm<VettingRow>>,
  { isNewForm, changes }: Saved,
) {
  const groupId = group.id;
  const { form } = input;
  const versions = (vetting?.versions ?? 0) + (isNewForm && form !== null ? 1 : 0);
  const formVersion = form === null ? null : isNewForm ? versions : (vetting?.formVersion ?? null);
  const isThere =
    reviewerGroupId === null
      ? sql`true`
      : sql`exists (select 1 from ${groups} as ${reviewers} where ${reviewers.id} = ${reviewerGroupId})`;
  const isAnswered = orm
    .select({ id: requestAnswers.requestId })
    .from(requestAnswers)
    .where(
      and(
        eq(requestAnswers.groupId, groupForms.groupId),
        eq(requestAnswers.formVersion, groupForms.version),
      ),
    );
  return recordAndApply(context, {
    kind: "form_updated",
    actor,
    groupId,
    detail: { changes },
    // Members of the other group read what applicants share.
    ...(reviewerGroupId !== null &&
      reviewerGroupId !== (vetting?.reviewerGroupId ?? null) && {
        proof: requireProofToGive(actor, sql`true`),
      }),
    condition: and(
      isRoleUnchanged(group, actor),
      isVersion(vetting?.formVersion ?? null),
      // Whether a proof is needed was decided from it.
      isReviewedBy(vetting?.reviewerGroupId ?? null),
      isThere,
    ),
    statements: (applied) => [
      insertWhere(
        groupVetting,
        { groupId, formVersion, versions, reviewerGroupId },
        applied,
      ).onConflictDoUpdate({
        target: groupVetting.groupId,
        set: { formVersion, versions, reviewerGroupId },
      }),
      ...(isNewForm && form !== null
        ? [
            insertWhere(
              groupForms,
              { groupId, version: versions, form, createdAt: new Date() },
              applied,
            ),
          ]
        : []),
      orm
        .delete(groupForms)
        .where(
          and(
            eq(groupForms.groupId, groupId),
            ne(groupForms.version, formVersion ?? 0),
            notExists(isAnswered),
            applied,
          ),
        ),
    ],
  });
}

/** The version of a form that a request answers, and the answers. */
export type AnsweredRow = RowOfStatement<typeof selectAnswered>;
export const selectAnswered = prepare(
  {
    version: requestAnswers.formVersion,
    form: groupForms.form,
    answers: requestAnswers.answers,
    shareDays: requestAnswers.shareDays,
    reviewerGroupId: requestAnswers.reviewerGroupId,
  },
  (fields) =>
    orm
      .select(fields)
      .from(requestAnswers)
      .innerJoin(
        groupForms,
        and(
          eq(groupForms.groupId, requestAnswers.groupId),
          eq(groupForms.version, requestAnswers.formVersion),
        ),
      )
      .where(eq(requestAnswers.requestId, sql.placeholder("id"))),
);
