import { sql } from "drizzle-orm";
import { sharedSectionSchema, UNSEEN_GROUP } from "#shared/groups/forms.ts";
import type { Shared } from "#shared/vetting.ts";
import type { FormContent, GroupForm, SaveForm } from "#shared/groups/forms.ts";
import { changesBetween } from "#worker/audit/record.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { prepareSharedSections, presentShared } from "#worker/characters/shared-sections.ts";
import { runBatch } from "#worker/db/batch.ts";
import { characters } from "#worker/db/schema/accounts.ts";
import { withOptimisticLock } from "#worker/db/optimistic-lock.ts";
import type { Context } from "#worker/env.ts";
import { requireFormEdit } from "./policy.ts";
import { requireVisible } from "#worker/groups/group/authorized-group.ts";
import { selectGroup } from "#worker/groups/group/group-row.ts";
import { prepareOwnHand } from "#worker/groups/group/own-hand.ts";
import * as store from "./store.ts";
import type { VettingRow } from "./store.ts";

/** The form of a group that the actor may see, and who reads the answers to it. */
export async function getForm(
  { db }: Context,
  actor: UserActor,
  groupId: string,
): Promise<GroupForm> {
  const [[row], [vetting], managers] = await runBatch(db, [
    selectGroup(actor.userId, groupId),
    store.selectVetting(actor, groupId),
    store.selectManagers({ groupId }),
  ]);
  requireVisible(row, actor);
  return {
    version: vetting?.formVersion ?? null,
    form: vetting?.form ?? null,
    reviewers: {
      managers: managers.map(({ role, ...manager }) => ({
        ...manager,
        role: role === "owner" ? "owner" : "admin",
      })),
      group: reviewerGroupOf(vetting),
    },
  };
}

function reviewerGroupOf(vetting: VettingRow | undefined): GroupForm["reviewers"]["group"] {
  if (!vetting || vetting.reviewerGroupId === null) return null;
  const { reviewerGroupId: id, reviewerName: name, reviewerCount: memberCount } = vetting;
  if (vetting.seesReviewers === 1) return { id, name, memberCount };
  return { id: UNSEEN_GROUP, name: null, memberCount: null };
}

const selectOwnHand = prepareOwnHand(sql`${sql.placeholder("groupId")}`);

const selectOwnSections = prepareSharedSections(
  sql`select ${characters.id} as id from ${characters} where ${characters.userId} = ${sql.placeholder("userId")}`,
);

/** What the sections that the form asks for say of the actor's own characters now: what reviewers would see. */
export async function previewSharing(
  { db }: Context,
  actor: UserActor,
  groupId: string,
): Promise<Shared[]> {
  const { userId } = actor;
  const [[row], [vetting], [main], ...read] = await runBatch(db, [
    selectGroup(userId, groupId),
    store.selectVetting(actor, groupId),
    store.selectMain({ userId }),
    ...selectOwnSections({ userId }, sharedSectionSchema.options),
  ]);
  requireVisible(row, actor);
  const form = vetting?.form ?? null;
  if (form === null) return [];
  const [all, ...values] = read;
  const shown =
    form.whose === "all" ? all : all.filter(({ characterId }) => characterId === main?.id);
  const now = Date.now();
  return form.sections.map((section) => presentShared(section, [shown, ...values], now));
}

/** Saves the form as a new version if it has changed, and who reviews. Refused if the editor began with another version. */
export async function saveForm(
  context: Context,
  actor: UserActor,
  groupId: string,
  input: SaveForm,
): Promise<void> {
  const read = async () => {
    const [[row], [vetting], [chosen], hands] = await runBatch(context.db, [
      selectGroup(actor.userId, groupId),
      store.selectVetting(actor, groupId),
      selectGroup(actor.userId, input.reviewerGroupId ?? ""),
      ...selectOwnHand(actor, { groupId }),
    ]);
    const reviewers = { group: chosen, ownHand: hands?.[0] };
    return requireFormEdit(requireVisible(row, actor), vetting, reviewers, input);
  };
  await withOptimisticLock(read, (allowed) => {
    const { vetting, reviewerGroupId, reviewersName } = allowed.of;
    const former = vetting?.form ?? null;
    const isNewForm = JSON.stringify(former) !== JSON.stringify(input.form);
    const changes = changesBetween(
      { ...inWords(former), reviewers: vetting?.reviewerName ?? null },
      { ...inWords(input.form), reviewers: reviewersName },
      ["form", "formSections", "reviewers"],
    );
    const isSameGroup = (vetting?.reviewerGroupId ?? null) === reviewerGroupId;
    if (!isNewForm && isSameGroup) return Promise.resolve(true);
    return store.saveForm(context, allowed, { isNewForm, changes: changes ?? {} });
  });
}

/** How the log names a form: by its number of questions, and what it asks to share. */
function inWords(form: FormContent | null) {
  return {
    form: form === null ? null : String(form.questions.length),
    formSections: form === null || form.sections.length === 0 ? null : form.sections.join(", "),
  };
}
