import { useState } from "react";
import type { Director, DirectorHealth } from "#shared/corporations/corporations.ts";
import { prioritySchema } from "#shared/corporations/corporations.ts";
import { ph, plural, t, Trans } from "#web/language/macros.ts";
import { roleName } from "#web/language/eve-names.ts";
import { sayShared } from "#web/language/messages.ts";
import { isRepairedByGrant } from "./verify.tsx";
import { AccessRepair } from "#web/eve/grant-button.tsx";
import { PilotName } from "#web/eve/pilot-name.tsx";
import { enumerated } from "#web/lib/sentence.ts";
import { SuspendedChip } from "#web/suspension/suspended-chip.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { Button } from "#web/ui/button.tsx";
import { MenuButton } from "#web/ui/menu.tsx";
import { Table } from "#web/ui/table.tsx";
import type { Column } from "#web/ui/table.tsx";
import { useSortedRows } from "#web/ui/use-sorted-rows.ts";
import type { SortValues } from "#web/ui/use-sorted-rows.ts";
import { VisuallyHidden } from "#web/ui/text.tsx";
import { LastTime } from "#web/ui/time.tsx";
import { useAction } from "#web/lib/form/use-action.ts";
import { Form, TextField } from "#web/ui/form/form.tsx";
import { setPriorityMutation } from "./queries.ts";

type DirectorTableProps = {
  corporationId: number;
  directors: readonly Director[];
  /** The id of the director whose verification is running. */
  verifying: string | undefined;
  onVerify: (director: Director) => void;
  onAssign: (director: Director) => void;
  onRemove: (director: Director) => void;
};

export function DirectorTable({ directors, ...rest }: DirectorTableProps) {
  const { rows, sorting } = useSortedRows(directors, SORT_VALUES);
  return (
    <Table
      isWide
      caption={t`Directors`}
      columns={columnsOf(rest)}
      rows={rows}
      rowKey={({ directorId }) => directorId}
      sorting={sorting}
    />
  );
}

const HEALTH_ORDER: DirectorHealth[] = ["unhealthy", "needs_verification", "healthy"];

const SORT_VALUES: SortValues<Director> = {
  name: ({ characterName }) => characterName,
  health: ({ health }) => HEALTH_ORDER.indexOf(health),
  priority: ({ priority }) => priority,
  lastCheck: ({ lastHealthCheck }) => lastHealthCheck,
  lastUsed: ({ lastUsed }) => lastUsed,
};

function columnsOf(table: Omit<DirectorTableProps, "directors">): Column<Director>[] {
  const { corporationId, verifying, onVerify, onAssign, onRemove } = table;
  return [
    {
      header: t`Pilot`,
      sortKey: "name",
      isRowHeader: true,
      cell: (director) => <Pilot director={director} />,
    },
    {
      header: t`Health`,
      sortKey: "health",
      cell: (director) => (
        <Health
          director={director}
          isVerifying={verifying === director.directorId}
          onVerify={() => onVerify(director)}
          onRemove={() => onRemove(director)}
        />
      ),
    },
    { header: t`In-game roles`, cell: (director) => <Roles director={director} /> },
    {
      header: t`Priority`,
      sortKey: "priority",
      cell: (director) => <PriorityField corporationId={corporationId} director={director} />,
    },
    {
      header: t`Last check`,
      sortKey: "lastCheck",
      cell: ({ lastHealthCheck }) => <When at={lastHealthCheck} />,
    },
    {
      header: t`Last used`,
      sortKey: "lastUsed",
      cell: ({ lastUsed }) => <When at={lastUsed} />,
    },
    {
      header: t`Actions`,
      align: "end",
      isHeaderHidden: true,
      cell: (director) => (
        <MenuButton
          label={t`Actions for ${ph({ name: director.characterName })}`}
          items={[
            { label: t`Verify`, onSelect: () => onVerify(director) },
            {
              label: t`Assign`,
              ...(director.isAssigned && { disabledBecause: t`This director is assigned` }),
              onSelect: () => onAssign(director),
            },
            {
              label: t`Remove`,
              isDangerous: true,
              startsSection: true,
              onSelect: () => onRemove(director),
            },
          ]}
        />
      ),
    },
  ];
}

/** In two lines where the table is narrow: "58 minutes ago" is wider than the room that it has there. */
function When({ at }: { at: string | null }) {
  return (
    <div className="max-[75rem]:*:whitespace-normal">
      <LastTime at={at} />
    </div>
  );
}

function Pilot({ director }: { director: Director }) {
  const { characterId, characterName, isAssigned, suspension } = director;
  return (
    <PilotName characterId={characterId} name={characterName}>
      {isAssigned && <Chip icon="link">{t`Assigned`}</Chip>}
      <SuspendedChip suspension={suspension} />
    </PilotName>
  );
}

/** In EVE, `Director` includes every other role, so then only that one is shown. */
const SHOWN_ROLES = 2;

function Roles({ director: { roles, problem } }: { director: Director }) {
  if (roles.length === 0) {
    return <span className="text-text-2">{problem === "missing_role" ? t`None` : t`Unknown`}</span>;
  }
  const title = enumerated(roles.map(roleName));
  const shown = roles.includes("Director") ? ["Director"] : roles.slice(0, SHOWN_ROLES);
  const names = enumerated(shown.map(roleName));
  const more = roles.length - shown.length;
  return (
    <span title={title} className="text-text-2">
      {more > 0 ? (
        <Trans>
          {ph({ roles: names })}
          <span className="text-text-2"> and {more} more</span>
        </Trans>
      ) : (
        names
      )}
    </span>
  );
}

type HealthProps = {
  director: Director;
  isVerifying: boolean;
  onVerify: () => void;
  onRemove: () => void;
};

function Health(props: HealthProps) {
  const { director } = props;
  const { health, failureCount } = director;
  const reason = reasonOf(director);
  return (
    <span className="grid min-w-0 justify-items-start gap-1 py-1 [&_button]:max-w-full [&_button]:whitespace-normal">
      <HealthChip health={health} />
      {failureCount > 0 && (
        <span className="text-xs text-text-2">
          {plural(failureCount, { one: "# failure", other: "# failures" })}
        </span>
      )}
      {reason !== null && <span className="max-w-64 text-xs text-text-2">{reason}</span>}
      <Repair {...props} />
    </span>
  );
}

/** The button that repairs the director's problem. */
function Repair({ director, isVerifying, onVerify, onRemove }: HealthProps) {
  const { characterName, health, problem, isGrantUnchecked } = director;
  const isUngranted = problem === null && reasonOf(director) !== null;
  if (isUngranted || (isRepairedByGrant(problem) && !isGrantUnchecked)) {
    return <AccessRepair {...director} />;
  }
  if (problem === null && health !== "needs_verification") return null;
  const [label, act] =
    problem === "not_in_corporation"
      ? [t`Remove`, onRemove]
      : [problem === "missing_role" ? t`Check roles again` : t`Verify`, onVerify];
  return (
    <Button size="sm" isBusy={isVerifying} busyLabel={t`Verifying...`} onClick={act}>
      {label}
      <VisuallyHidden> {characterName}</VisuallyHidden>
    </Button>
  );
}

/** Why the director cannot be used: what the last check found, or what the first one will find. */
function reasonOf(director: Director): string | null {
  const { problemText, lastHealthCheck, missingScopes, missingRoles, characterName } = director;
  if (missingRoles.length > 0) {
    const roles = enumerated(missingRoles.map(roleName));
    return t`${characterName} lacks in-game roles: ${roles}.`;
  }
  if (problemText !== null || lastHealthCheck !== null || missingScopes.length === 0) {
    return problemText && sayShared(problemText);
  }
  return t`${characterName} has not granted director access.`;
}

function HealthChip({ health }: Pick<Director, "health">) {
  switch (health) {
    case "healthy":
      return <Chip tone="ok">{t`Healthy`}</Chip>;
    case "unhealthy":
      return <Chip tone="danger">{t`Unhealthy`}</Chip>;
    case "needs_verification":
      return <Chip icon="clock">{t`Needs Verification`}</Chip>;
  }
}

type PriorityFieldProps = { corporationId: number; director: Director };

/** Saves on Enter and on blur. Non-numeric input becomes 100. */
function PriorityField({ corporationId, director }: PriorityFieldProps) {
  const { directorId, characterName, priority } = director;
  const [typed, setTyped] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const change = useAction(setPriorityMutation, t`Failed to change the priority`);

  function save() {
    if (typed === undefined) return;
    const checked = prioritySchema.safeParse(typed);
    if (!checked.success) return setProblem(sayShared(checked.error.issues[0]?.message ?? ""));
    if (checked.data === priority) return setTyped(undefined);
    void change.act(
      { id: corporationId, directorId, priority: checked.data },
      { onSuccess: () => setTyped(undefined) },
    );
  }

  return (
    <Form className="w-14" onSubmit={save}>
      <TextField
        isLabelHidden
        label={t`Priority of ${characterName}`}
        inputMode="numeric"
        autoComplete="off"
        value={typed ?? priority}
        error={problem ?? change.failure}
        onChange={(event) => {
          setTyped(event.target.value);
          setProblem(undefined);
        }}
        onBlur={save}
      />
    </Form>
  );
}
