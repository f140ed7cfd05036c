import { lazy, Suspense, useState } from "react";
import { Link } from "react-router";
import type { HeldAccess } from "#shared/pilots/access.ts";
import { formatCount } from "#web/lib/format.ts";
import { ROLE_LABELS } from "#web/lib/labels.ts";
import { paths } from "#web/lib/paths.ts";
import { wayInText } from "#web/memberships/way-in.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { Sentence } from "#web/ui/sentence.tsx";
import { Table } from "#web/ui/table/table.tsx";
import type { Column } from "#web/ui/table/table.tsx";
import { EveDay, EveMoment } from "#web/ui/time.tsx";
import { VisuallyHidden } from "#web/ui/visually-hidden.tsx";

const RequirementFacts = lazy(() => import("./requirement-facts.tsx"));

/** Everything that the user has: why, since and until when, and what would end it. */
export function HeldCard({ held }: { held: readonly HeldAccess[] }) {
  return (
    <Card
      isFlush
      title="What you have"
      actions={
        <span className="text-sm text-text-2">
          {held.length > 0 && formatCount(held.length, "group")}
        </span>
      }
    >
      {held.length === 0 ? (
        <EmptyState
          variant="call-to-action"
          title="No access yet"
          action={
            <ButtonLink variant="primary" to={paths.groups}>
              See the groups
            </ButtonLink>
          }
        >
          Access comes with groups. Join one, request to join, or redeem an invite code.
        </EmptyState>
      ) : (
        <Table
          isWide
          caption="What you have"
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
  { header: "Group", isRowHeader: true, cell: (item) => <Name item={item} /> },
  { header: "Why", cell: (item) => <Why item={item} /> },
  { header: "Since", cell: ({ since }) => <EveDay at={since} /> },
  { header: "Until", cell: (item) => <Until item={item} /> },
  { header: "Ends if", cell: (item) => <span className="text-text-2">{endsIf(item)}</span> },
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
          {ROLE_LABELS[role]}
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
        Removal held
      </Chip>
    );
  }
  if (graceEndsAt !== null) {
    return (
      <Chip tone="warn" icon="clock">
        In grace
      </Chip>
    );
  }
  if (outcome === "unmet") return <Chip tone="warn">Requirements not met</Chip>;
  return (
    <Chip tone="unknown">
      Not checked since <EveDay at={since} />
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
            {isOpen ? "Hide the evidence" : "Show the evidence"}
            <VisuallyHidden> for {item.groupName}</VisuallyHidden>
          </button>
        </>
      )}
    </div>
  );
}

function Until({ item: { problem, endsAt } }: { item: HeldAccess }) {
  const grace = problem?.isHeld ? null : (problem?.graceEndsAt ?? null);
  const [first] = [grace, endsAt].filter((end) => end !== null).toSorted();
  if (first === undefined) return <span className="cell-no-card text-text-2">No end</span>;
  if (first === endsAt) return <EveDay at={endsAt} />;
  return (
    <span className="font-medium text-warn">
      <EveMoment at={first} />
    </span>
  );
}

function endsIf({ role, rule, problem, endsAt }: HeldAccess): string {
  if (role === "owner") return "You transfer or delete the group";
  if (problem?.isHeld) return "An administrator releases the removal";
  if (problem?.graceEndsAt != null) return "The requirements are still not met then";
  if (rule === null) {
    return endsAt === null
      ? "You leave, or a leader removes you"
      : "No leader extends it, you leave, or a leader removes you";
  }
  const grace =
    rule.graceDays === 0
      ? "You would be removed at once"
      : `You would have ${formatCount(rule.graceDays, "day")} of grace`;
  return rule.enrolment === "automatic"
    ? `You no longer meet its requirements. ${grace}`
    : `You leave, a leader removes you, or you no longer meet its requirements. ${grace}`;
}
