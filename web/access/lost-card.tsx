import { Link } from "react-router";
import { useId } from "react";
import { Trans, msg, plural, t } from "#web/language/macros.ts";
import { sentenceGap } from "#web/lib/sentence.ts";
import { say } from "#web/language/messages.ts";
import { LOST_DAYS } from "#shared/pilots/access.ts";
import type { LostAccess, HeldAccess } from "#shared/pilots/access.ts";
import { paths } from "#web/lib/paths.ts";
import CauseLine from "#web/repairs/cause-line.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/feedback/list-states.tsx";
import { EveDay, EveMoment, TimeLeft } from "#web/ui/time.tsx";
import { RepairOrGroup, firstRepair } from "#web/repairs/repair-button.tsx";
import { OutcomeMark } from "#web/ui/outcome-mark.tsx";

/** Memberships that ended, and why. */
export function LostCard({ lost }: { lost: readonly LostAccess[] }) {
  return (
    <Card
      isFlush
      title={t`Lost in the last ${LOST_DAYS} days`}
      actions={
        lost.length > 0 && (
          <span className="text-sm text-text-2">
            {plural({ count: lost.length }, { one: "# group", other: "# groups" })}
          </span>
        )
      }
    >
      {lost.length === 0 ? (
        <EmptyState variant="completed" title={t`Nothing lost`}>
          <Trans>You have kept every group of the last {LOST_DAYS} days.</Trans>
        </EmptyState>
      ) : (
        <ul>
          {lost.map((item) => (
            <LostItem key={`${item.groupName} ${item.at}`} item={item} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function LostItem({ item: { groupId, groupName, how, causes, at } }: { item: LostAccess }) {
  return (
    <li className="border-t border-line-faint px-4 py-3 first:border-t-0">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h3 className="min-w-0 font-ui text-md font-medium tracking-normal wrap-anywhere">
          {groupId === null ? (
            <bdi>{groupName}</bdi>
          ) : (
            <Link to={paths.group(groupId)} className="hover:underline">
              <bdi>{groupName}</bdi>
            </Link>
          )}
        </h3>
        <span className="ml-auto text-sm text-text-2">
          <EveDay at={at} />
        </span>
      </div>
      <p className="text-sm wrap-anywhere text-text-2">
        {how === "rule" ? (
          <>
            <Trans>Its requirements were not met.</Trans>
            {sentenceGap()}
            {causes.length > 0 && <CauseLine causes={causes} viewpoint="own" at={at} />}
          </>
        ) : (
          say(HOW[how])
        )}
      </p>
    </li>
  );
}

const HOW = {
  left: msg`You left.`,
  removed: msg`A leader removed you.`,
  ended: msg`The membership reached its end.`,
  deleted: msg`The group was deleted.`,
} as const;

/** Access that ends soon, why, and what repairs it. */
export function EndingCard({ item }: { item: HeldAccess }) {
  const titleId = useId();
  const { groupId, groupName, problem } = item;
  if (problem?.graceEndsAt == null) return null;
  const repair = firstRepair(problem.causes);
  return (
    <Card className="border-warn-dim" labelledBy={titleId}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <OutcomeMark tone="attention" />
        <div className="min-w-0 flex-1 basis-64">
          <h2 id={titleId} className="text-lg wrap-anywhere">
            <Trans>
              Your membership of <bdi>{groupName}</bdi> ends <EveMoment at={problem.graceEndsAt} />,
              in{" "}
              <span className="whitespace-nowrap">
                <TimeLeft until={problem.graceEndsAt} />
              </span>
            </Trans>
          </h2>
          <p className="text-sm wrap-anywhere text-text-2">
            <CauseLine causes={problem.causes} viewpoint="own" />
          </p>
          {typeof repair === "string" && <p className="text-sm text-text-2">{repair}</p>}
        </div>
        <RepairOrGroup repair={repair} groupId={groupId} variant="primary" describedBy={titleId} />
      </div>
    </Card>
  );
}
