import { and, desc, eq, gt, isNull, lt, not, or, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { MAX_CODES } from "#shared/groups/invitations.ts";
import { once } from "#shared/once.ts";
import { givesBeyond } from "#worker/access/gives-beyond.ts";
import { recordAndApply, recordApplyAndRead } from "#worker/audit/record.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import {
  hasFreshProofOf,
  proofValues,
  READING_PROOF_SECONDS,
} from "#worker/auth/sessions/fresh-proof.ts";
import { isSuspendedUser } from "#worker/auth/suspensions/suspended.ts";
import { runBatch } from "#worker/db/batch.ts";
import type { Database } from "#worker/db/database.ts";
import { characters, users } from "#worker/db/schema/accounts.ts";
import { groups, inviteCodes } from "#worker/db/schema/groups.ts";
import { columns, countIn, existsIn, insertWhere, orm, prepare } from "#worker/db/statements.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import type { OnCodes, WithCode } from "./policy.ts";
import { isUnchanged } from "#worker/groups/group/authorized-group.ts";
import type { AuthorizedGroup } from "#worker/groups/group/authorized-group.ts";
import { prepareGroups, selectGroup } from "#worker/groups/group/group-row.ts";
import { isMemberOf, isNotMember } from "#worker/access/membership.ts";
import { addMember, BEGINNINGS } from "#worker/groups/members/add-member.ts";
import type { Entry } from "#worker/groups/members/add-member.ts";

export type CodeRow = RowOfStatement<ReturnType<typeof prepareCodes>>;

const isOfGroup = eq(inviteCodes.groupId, sql.placeholder("groupId"));
const hasId = eq(inviteCodes.id, sql.placeholder("id"));
const hasCode = sql`(${or(
  sql`${inviteCodes.codeHash} in (select value from json_each(${sql.placeholder("hashes")}))`,
  // A code that is not encrypted yet.
  and(isNull(inviteCodes.codeHash), eq(inviteCodes.encryptedCode, sql.placeholder("code"))),
)})`;

const ofGroup = once(() => prepareCodes(isOfGroup));
const byId = once(() => ({ select: prepareCodes(hasId), selectGroup: prepareGroupOf(hasId) }));
const byCode = once(() => ({
  select: prepareCodes(hasCode),
  selectGroup: prepareGroupOf(hasCode),
}));

/**
 * The present main of the user who created the code is shown only while that user is a member: a main that was chosen after
 * leaving is private (docs/decisions/0028-present-names-in-groups.md). System administrators always see it.
 */
function prepareCodes(condition: SQL) {
  const isMaker = isMemberOf(inviteCodes.groupId, inviteCodes.createdBy);
  const code = {
    id: inviteCodes.id,
    encryptedCode: inviteCodes.encryptedCode,
    codeHash: inviteCodes.codeHash,
    uses: inviteCodes.uses,
    useLimit: inviteCodes.useLimit,
    expiresAt: inviteCodes.expiresAt,
    membershipDays: inviteCodes.membershipDays,
    createdAt: inviteCodes.createdAt,
    createdByName: sql<string | null>`case
      when ${sql.placeholder("isAdmin")} or ${isMaker} then ${characters.name} end`,
    creatorSuspendedUntil: users.suspendedUntil,
  };
  return prepare(code, (fields) =>
    orm
      .select(fields)
      .from(inviteCodes)
      .innerJoin(users, eq(users.id, inviteCodes.createdBy))
      .leftJoin(characters, eq(characters.id, users.mainCharacterId))
      .where(condition)
      .orderBy(desc(inviteCodes.createdAt), desc(inviteCodes.id))
      .limit(MAX_CODES),
  );
}

function prepareGroupOf(condition: SQL) {
  return prepareGroups(
    orm
      .select({ id: sql`${inviteCodes.groupId}`.as("id") })
      .from(inviteCodes)
      .where(condition)
      .getSQL(),
  );
}

/** 1 if a code of the group gives others what outlives a stolen session, and the main has not signed in here within twelve hours. */
const selectNeedsProof = prepare(
  () => ({
    needsProof: sql<number>`${givesBeyond(sql`${sql.placeholder("groupId")}`)} and not ${hasFreshProofOf()}`,
  }),
  (fields) => sql`select ${columns(fields)}`,
);

/** A group and its codes, whether or not the actor may see them. */
export async function listCodes(db: Database, actor: UserActor, groupId: string) {
  const [[group], codes, [proof]] = await runBatch(db, [
    selectGroup(actor.userId, groupId),
    ofGroup()({ groupId, isAdmin: Number(actor.isAdmin) }),
    selectNeedsProof({ groupId, ...proofValues(actor, READING_PROOF_SECONDS) }),
  ]);
  return { group, codes, needsProof: proof?.needsProof === 1 };
}

export type Reader = Pick<UserActor, "userId" | "isAdmin">;

/** A code and its group, whether or not the reader may see them. `hashes` is a JSON array. */
export async function findCode(
  db: Database,
  { userId, isAdmin }: Reader,
  by: { id: string } | { code: string; hashes: string },
) {
  const statements = "id" in by ? byId() : byCode();
  const [[group], [code]] = await runBatch(db, [
    statements.selectGroup({ ...by, userId, now: Date.now() }),
    statements.select({ ...by, isAdmin: Number(isAdmin) }),
  ]);
  return { group, code };
}

type NewCode = {
  id: string;
  encryptedCode: string;
  codeHash: string;
  useLimit: number | null;
  expiresAt: Date | null;
  membershipDays: number | null;
};

/** Undefined if the group has `MAX_CODES` codes, or has changed. */
export function insertCode(
  context: Context,
  { by: actor, of: { group } }: OnCodes<"makeCode">,
  code: NewCode,
) {
  const { id, useLimit, expiresAt } = code;
  const count = countIn(inviteCodes, eq(inviteCodes.groupId, groups.id));
  return recordApplyAndRead(
    context,
    {
      kind: "code_created",
      actor,
      detail: { codeId: id, useLimit, expiresAt: expiresAt && expiresAt.toISOString() },
      groupId: group.id,
      condition: and(isUnchanged(group, actor), sql`${count} < ${MAX_CODES}`),
      statements: (applied) => [
        insertWhere(
          inviteCodes,
          { ...code, groupId: group.id, createdBy: actor.userId, createdAt: new Date() },
          applied,
        ),
      ],
    },
    byId().select({ id, isAdmin: Number(actor.isAdmin) }),
  );
}

export function deleteCode(
  context: Context,
  { by: actor, of: { group, code } }: OnCodes<"revokeCode", WithCode<CodeRow, AuthorizedGroup>>,
) {
  const isCode = eq(inviteCodes.id, code.id);
  return recordAndApply(context, {
    kind: "code_revoked",
    actor,
    detail: { codeId: code.id },
    groupId: group.id,
    condition: and(isUnchanged(group, actor), existsIn(inviteCodes, isCode)),
    statements: (applied) => [orm.delete(inviteCodes).where(and(isCode, applied))],
  });
}

/**
 * Counts a use of the code and adds the actor to the group, if the code is still usable. `encrypted` replaces the stored code
 * if it is not encrypted with the current key.
 */
export function redeemCode(
  context: Context,
  way: Entry<OnCodes<"redeem", WithCode<CodeRow>>>,
  encrypted: Pick<NewCode, "encryptedCode" | "codeHash"> | undefined,
) {
  const { by: actor, of } = way.allowed;
  const { group, code } = of;
  const { userId } = actor;
  const isCode = eq(inviteCodes.id, code.id);
  const isUsable = and(
    isCode,
    or(isNull(inviteCodes.useLimit), lt(inviteCodes.uses, inviteCodes.useLimit)),
    or(isNull(inviteCodes.expiresAt), gt(inviteCodes.expiresAt, new Date())),
    not(isSuspendedUser(inviteCodes.createdBy)),
  );
  return recordAndApply(context, {
    kind: BEGINNINGS.redeem,
    actor,
    subjectId: userId,
    detail: { codeId: code.id },
    groupId: group.id,
    condition: and(isNotMember(userId), existsIn(inviteCodes, isUsable)),
    statements: (applied) => [
      orm
        .update(inviteCodes)
        .set({ uses: sql`${inviteCodes.uses} + 1`, ...encrypted })
        .where(and(isCode, applied)),
      ...addMember(context, way, { userId, days: code.membershipDays }, applied),
    ],
  });
}
