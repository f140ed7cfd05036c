import { Trans, msg, plural, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import type { Message } from "#shared/language/messages.ts";
import { useId } from "react";
import { Link } from "react-router";
import type { WithinReach } from "#shared/pilots/access.ts";
import { paths } from "#web/lib/paths.ts";
import CauseLine from "#web/repairs/cause-line.tsx";
import { RepairOrGroup, firstRepair } from "#web/repairs/repair-button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/feedback/list-states.tsx";

/** Groups with requirements that the user could join, those for which least is missing first. */
export function ReachCard({ reach }: { reach: readonly WithinReach[] }) {
  return (
    <Card
      isFlush
      title={t`Within reach`}
      actions={
        <Link to={paths.groups} className="flex min-h-9 items-center text-sm link max-md:min-h-11">
          <Trans>All groups</Trans>
        </Link>
      }
    >
      {reach.length === 0 ? (
        <EmptyState variant="completed" title={t`Nothing within reach`}>
          <Trans>No group that you could join has requirements.</Trans>
        </EmptyState>
      ) : (
        <ul>
          {reach.map((group) => (
            <ReachItem key={group.groupId} group={group} />
          ))}
        </ul>
      )}
    </Card>
  );
}

const STEPS: Record<WithinReach["next"], Message> = {
  join: msg`You meet its requirements and can join.`,
  request: msg`You meet its requirements and can request to join.`,
  accept: msg`You meet its requirements and are invited.`,
  requested: msg`You meet its requirements. Your request waits for a leader.`,
  wait: msg`You meet its requirements. Muster adds you within a minute.`,
};

function ReachItem({ group }: { group: WithinReach }) {
  const nameId = useId();
  const { groupId, groupName, missing, causes, next } = group;
  const repair = missing === 0 ? null : firstRepair(causes);
  const hidden = missing - causes.length;
  return (
    <li className="grid justify-items-start gap-2 border-t border-line-faint px-4 py-3 first:border-t-0">
      <div className="flex w-full flex-wrap items-baseline gap-x-3">
        <h3
          id={nameId}
          className="min-w-0 font-ui text-md font-medium tracking-normal wrap-anywhere"
        >
          <bdi>{groupName}</bdi>
        </h3>
        <span className="ml-auto text-sm text-text-2">
          {missing === 0 ? t`Nothing missing` : t`${missing} missing`}
        </span>
      </div>
      <p className="text-sm wrap-anywhere text-text-2">
        {missing === 0 ? (
          say(STEPS[next])
        ) : (
          <>
            {causes.length > 0 && <CauseLine causes={causes} viewpoint="own" />}{" "}
            {hidden > 0 &&
              plural(hidden, {
                one: "# requirement is private.",
                other: "# requirements are private.",
              })}
          </>
        )}
      </p>
      {typeof repair === "string" && <p className="text-sm text-text-2">{repair}</p>}
      <RepairOrGroup
        repair={repair}
        groupId={groupId}
        describedBy={nameId}
        link={{ variant: missing === 0 ? "primary" : "default", className: "max-md:min-h-11" }}
      />
    </li>
  );
}
