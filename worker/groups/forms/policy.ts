import { UNSEEN_GROUP } from "#shared/groups/forms.ts";
import type { SaveForm } from "#shared/groups/forms.ts";
import { Allowed } from "#worker/access/allowed.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { requireAbility, requireVisible } from "#worker/groups/group/authorized-group.ts";
import type { AuthorizedGroup, OfGroup } from "#worker/groups/group/authorized-group.ts";
import type { GroupRow } from "#worker/groups/group/group-row.ts";
import { holdsOffice } from "#worker/groups/group/own-hand.ts";
import type { OwnHand } from "#worker/groups/group/own-hand.ts";
import { ApiError } from "#worker/http/api-error.ts";

const policy = Symbol("forms");

export type OnForm<Act extends string, Of> = Allowed<typeof policy, Act, Of, UserActor>;

type Vetting = {
  formVersion: number | null;
  reviewerGroupId: string | null;
  reviewerName: string | null;
  seesReviewers: number;
};

/** The reviewing group as the reader names it: undefined if it has changed since the reader was told of it. */
export function toldReviewers(
  row: Pick<Vetting, "reviewerGroupId" | "seesReviewers"> | undefined,
  told: string | null,
): string | null | undefined {
  const id = row?.reviewerGroupId ?? null;
  const shown = id === null || row?.seesReviewers === 1 ? id : UNSEEN_GROUP;
  return shown === told ? id : undefined;
}

/** A form as it is saved over the one that was read, and the group whose members are to review. */
export type SavedForm<Row extends Vetting> = OfGroup & {
  vetting: Row | undefined;
  input: SaveForm;
  reviewerGroupId: string | null;
  reviewersName: string | null;
};

/** The group whose members are to review, and what the actor is by their own hand. */
type Reviewers = { group: GroupRow | undefined; ownHand: OwnHand | undefined };

export function requireFormEdit<Row extends Vetting>(
  group: AuthorizedGroup,
  vetting: Row | undefined,
  { group: reviewers, ownHand }: Reviewers,
  input: SaveForm,
): OnForm<"saveForm", SavedForm<Row>> {
  const { reader } = group;
  requireAbility(group, "edit");
  if ((vetting?.formVersion ?? null) !== input.version) {
    throw new ApiError("form_changed", { name: group.name });
  }
  const saved = (reviewerGroupId: string | null, reviewersName: string | null) =>
    new Allowed(
      policy,
      "saveForm",
      { group, vetting, input, reviewerGroupId, reviewersName },
      reader,
    );
  const kept = toldReviewers(vetting, input.reviewerGroupId);
  if (kept !== undefined) return saved(kept, vetting?.reviewerName ?? null);
  if (input.reviewerGroupId === group.id) {
    throw new ApiError("reviewed_by_itself", { name: group.name });
  }
  const chosen = input.reviewerGroupId === null ? null : requireVisible(reviewers, reader);
  // An administrator without an office in the group makes no reviewer of themselves.
  if (reader.isAdmin && chosen?.role && !holdsOffice({ group, ownHand })) {
    throw new ApiError("reviewed_by_own_group", { name: chosen.name });
  }
  return saved(chosen?.id ?? null, chosen?.name ?? null);
}
