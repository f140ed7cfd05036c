import { Trans, msg, ph, plural, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import { lazy, Suspense, useState } from "react";
import { Link } from "react-router";
import type { HeldAccess } from "#shared/pilots/access.ts";
import { ROLE_LABELS } from "#web/lib/labels.ts";
import { paths } from "#web/lib/paths.ts";
import { wayInText } from "#web/memberships/words.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { EmptyState } from "#web/ui/feedback/list-states.tsx";
import { Sentence, VisuallyHidden } from "#web/ui/text.tsx";
import { Table } from "#web/ui/table.tsx";
import type { Column } from "#web/ui/table.tsx";
import { EveDay, EveMoment } from "#web/ui/time.tsx";

const RequirementFacts = lazy(() => import("./requirement-facts.tsx"));

/** Everything that the user has: why, since and until when, and what would end it. */
export function AccessCard({ held }: { held: readonly HeldAccess[] }) {
  return (
    <Card
      isFlush
      title={t`What you have`}
      actions={
        <span className="text-sm text-text-2">
          {held.length > 0 && plural({ count: held.length }, { one: "# group", other: "# groups" })}
        </span>
      }
    >
      {held.length === 0 ? (
        <EmptyState
          variant="call-to-action"
          title={t`No access yet`}
          action={
            <ButtonLink variant="primary" to={paths.groups}>
              {t`See the groups`}
            </ButtonLink>
          }
        >
          <Trans>
            Access comes with groups. Join one, request to join, or redeem an invite code.
          </Trans>
        </EmptyState>
      ) : (
        <Table
          isWide
          caption={t`What you have`}
          columns={COLUMNS}
          rows={held}
          rowKey={({ groupId }) => groupId}
          rowClassName={() => "align-baseline"}
        />
      )}
    </Card>
  );
}

const COLUMNS: Column<HeldAccess>[] = [
  { header: msg`Group`, isRowHeader: true, cell: (item) => <Name item={item} /> },
  { header: msg`Why`, cell: (item) => <Why item={item} /> },
  { header: msg`Since`, cell: ({ since }) => <EveDay at={since} /> },
  { header: msg`Until`, cell: (item) => <Until item={item} /> },
  { header: msg`Ends if`, cell: (item) => <span className="text-text-2">{endsIf(item)}</span> },
];

function Name({ item: { groupId, groupName, role, problem } }: { item: HeldAccess }) {
  return (
    <span className="grid min-w-0 justify-items-start gap-1 py-1">
      <Link to={paths.group(groupId)} className="font-medium hover:underline wrap-anywhere">
        <bdi>{groupName}</bdi>
      </Link>
      {role !== "member" && (
        <Chip
          tone={role === "owner" ? "gold" : "signal"}
          icon={role === "owner" ? "crown" : "shield"}
        >
          {say(ROLE_LABELS[role])}
        </Chip>
      )}
      {problem && <ProblemChip problem={problem} />}
    </span>
  );
}

type Problem = NonNullable<HeldAccess["problem"]>;

function ProblemChip({ problem: { graceEndsAt, isHeld, outcome, since } }: { problem: Problem }) {
  if (isHeld) {
    return (
      <Chip tone="warn" icon="pause">
        {t`Removal held`}
      </Chip>
    );
  }
  if (graceEndsAt !== null) {
    return (
      <Chip tone="warn" icon="clock">
        {t`In grace`}
      </Chip>
    );
  }
  if (outcome === "unmet") return <Chip tone="warn">{t`Requirements not met`}</Chip>;
  return (
    <Chip tone="unknown">
      <Trans>
        Not checked since <EveDay at={since} />
      </Trans>
    </Chip>
  );
}

function Why({ item }: { item: HeldAccess }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="grid min-w-0 justify-items-start py-1">
      <p className="wrap-anywhere">
        <Sentence isPlain pieces={wayInText(item.wayIn, true)} />
      </p>
      {item.rule !== null && (
        <>
          {isOpen && (
            <Suspense>
              <RequirementFacts groupId={item.groupId} />
            </Suspense>
          )}
          <button
            type="button"
            className="flex min-h-6 items-center text-sm link max-md:min-h-11"
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            {isOpen ? (
              <Trans>
                Hide the evidence
                <VisuallyHidden> for {ph({ groupName: item.groupName })}</VisuallyHidden>
              </Trans>
            ) : (
              <Trans>
                Show the evidence
                <VisuallyHidden> for {ph({ groupName: item.groupName })}</VisuallyHidden>
              </Trans>
            )}
          </button>
        </>
      )}
    </div>
  );
}

function Until({ item: { problem, endsAt } }: { item: HeldAccess }) {
  const grace = problem?.isHeld ? null : (problem?.graceEndsAt ?? null);
  const [first] = [grace, endsAt].filter((end) => end !== null).toSorted();
  if (first === undefined) return <span className="cell-no-card text-text-2">{t`No end`}</span>;
  if (first === endsAt) return <EveDay at={endsAt} />;
  return (
    <span className="font-medium text-warn">
      <EveMoment at={first} />
    </span>
  );
}

function endsIf({ role, rule, problem, endsAt }: HeldAccess): string {
  if (role === "owner") return t`You transfer or delete the group`;
  if (problem?.isHeld) return t`An administrator releases the removal`;
  if (problem?.graceEndsAt != null) return t`The requirements are still not met then`;
  if (rule === null) {
    return endsAt === null
      ? t`You leave, or a leader removes you`
      : t`No leader extends it, you leave, or a leader removes you`;
  }
  const { enrolment, graceDays } = rule;
  if (enrolment === "automatic") {
    return graceDays === 0
      ? t`You no longer meet its requirements. You would be removed at once`
      : t`You no longer meet its requirements. You would have ${plural(graceDays, { one: "# day", other: "# days" })} of grace`;
  }
  return graceDays === 0
    ? t`You leave, a leader removes you, or you no longer meet its requirements. You would be removed at once`
    : t`You leave, a leader removes you, or you no longer meet its requirements. You would have ${plural(graceDays, { one: "# day", other: "# days" })} of grace`;
}
