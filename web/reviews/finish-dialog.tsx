import { ph, plural, t } from "#web/language/macros.ts";
import { useQuery } from "@tanstack/react-query";
import type { OpenReview } from "#shared/groups/reviews.ts";
import { holdOf } from "#shared/requirements/limits.ts";
import { discordRolesQuery } from "#web/memberships/queries.ts";
import { useSession } from "#web/lib/api/session.ts";
import { enumerated } from "#web/lib/sentence.ts";
import { ConfirmDialog, useConfirmedChange } from "#web/ui/dialog.tsx";
import { finishReviewMutation } from "./queries.ts";

const NAMED = 10;

type Numbers = {
  kept: number;
  removed: number;
  undecided: number;
  toKeep: number;
  toRemove: number;
};

type FinishDialogProps = {
  groupId: string;
  review: OpenReview;
  numbers: Numbers;
  /** Who is removed by a decision. */
  names: readonly string[];
  onClose: () => void;
};

/** What the end of the review changes. */
export default function FinishDialog({
  groupId,
  review,
  numbers,
  names,
  onClose,
}: FinishDialogProps) {
  const { user } = useSession();
  const { toKeep, toRemove } = numbers;
  const { data } = useQuery({
    ...discordRolesQuery(groupId),
    enabled: toRemove > 0 && (user?.canLinkDiscord ?? false),
  });
  const confirmation = useConfirmedChange(
    finishReviewMutation,
    { groupId, reviewId: review.id, keep: toKeep, remove: toRemove },
    { done: t`The review is finished`, failed: t`The review could not be finished.`, onClose },
  );
  const limit = holdOf(toRemove, review.heldAbove);
  const more = toRemove - Math.min(names.length, NAMED);
  const shown = enumerated([...names.slice(0, NAMED), ...(more > 0 ? [t`${more} more`] : [])]);
  const roles = data?.roles ?? [];
  return (
    <ConfirmDialog
      {...confirmation}
      title={t`Finish: remove ${toRemove}, keep ${toKeep}`}
      confirmLabel={t`Remove ${toRemove}, keep ${toKeep}`}
      busyLabel={t`Finishing...`}
      isDangerous={toRemove > 0}
    >
      <ul className="grid gap-1.5 pb-2 text-text-2">
        <li>{keptText(numbers, review)}</li>
        {toRemove > 0 && (
          <li className="wrap-anywhere">
            {limit !== null
              ? t`${plural(toRemove, { one: "# member would leave, and is told:", other: "# members would leave, and are told:" })} ${ph({ names: shown })}`
              : t`${plural(toRemove, { one: "# member will leave now, and is told:", other: "# members will leave now, and are told:" })} ${ph({ names: shown })}`}
          </li>
        )}
        {toRemove > 0 && roles.length > 0 && (
          <li className="wrap-anywhere">
            {t`${plural({ count: roles.length }, { one: "With them goes the Discord role", other: "With them go the Discord roles" })} ${ph({ roleNames: enumerated(roles.map(({ roleName }) => roleName)) })}`}
          </li>
        )}
        {limit !== null && (
          <li className="text-warn">
            {limit === "group"
              ? t`These are more than 20 % of the group, so an administrator releases them first. They stay until then.`
              : t`Together with other removals of the last hour, these are more than 50, so an administrator releases them first. They stay until then.`}
          </li>
        )}
      </ul>
    </ConfirmDialog>
  );
}

function keptText({ kept, undecided }: Numbers, { silence }: OpenReview): string {
  if (undecided === 0) {
    return plural(kept, { one: "# member kept by you", other: "# members kept by you" });
  }
  return silence === "keep"
    ? t`${plural(kept, { one: "# member kept by you", other: "# members kept by you" })}, ${undecided} kept because members without a decision stay`
    : t`${plural(kept, { one: "# member kept by you", other: "# members kept by you" })}, ${undecided} removed because members without a decision are removed`;
}
