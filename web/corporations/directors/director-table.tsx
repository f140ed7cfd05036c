import { Trans, ph, plural, t } from "#web/language/macros.ts";
import { roleName } from "#web/language/eve-names.ts";
import { sayShared } from "#web/language/shared-words.ts";
import type { Director, DirectorHealth } from "#shared/corporations/corporations.ts";
import { isRepairedByGrant } from "#web/corporations/corporation/use-verify.ts";
import { AccessRepair } from "#web/eve/director-access/access-repair.tsx";
import { PilotCell } from "#web/eve/pilot-link.tsx";
import { enumerated } from "#web/lib/enumerated.ts";
import { SuspendedChip } from "#web/suspension/suspended-chip.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Table } from "#web/ui/table/table.tsx";
import type { Column } from "#web/ui/table/table.tsx";
import { useSortedRows } from "#web/ui/table/use-sorted-rows.ts";
import type { SortValues } from "#web/ui/table/use-sorted-rows.ts";
import { LastTime } from "#web/ui/time.tsx";
import { PriorityField } from "./priority-field.tsx";

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
    { header: t`Health`, sortKey: "health", cell: (director) => <Health director={director} /> },
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
        <div className="flex gap-1 lg:justify-end">
          <IconButton
            icon="verify"
            label={t`Verify ${ph({ characterName: director.characterName })}`}
            isBusy={verifying === director.directorId}
            onClick={() => onVerify(director)}
          />
          <IconButton
            icon="link"
            label={t`Assign ${ph({ characterName: director.characterName })}`}
            {...(director.isAssigned && { title: t`This director is assigned` })}
            isDisabled={director.isAssigned}
            onClick={() => onAssign(director)}
          />
          <IconButton
            icon="trash"
            label={t`Remove ${ph({ characterName: director.characterName })}`}
            onClick={() => onRemove(director)}
          />
        </div>
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
    <PilotCell characterId={characterId} name={characterName}>
      {isAssigned && (
        <Chip icon="link">
          <Trans>Assigned</Trans>
        </Chip>
      )}
      <SuspendedChip suspension={suspension} />
    </PilotCell>
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

function Health({ director }: { director: Director }) {
  const { health, failureCount, problem, isGrantUnchecked } = director;
  const reason = reasonOf(director);
  const isUngranted = problem === null && reason !== null;
  return (
    <span className="grid justify-items-start gap-1 py-1">
      <HealthChip health={health} />
      {failureCount > 0 && (
        <span className="text-xs text-text-2">
          {plural(failureCount, { one: "# failure", other: "# failures" })}
        </span>
      )}
      {reason !== null && <span className="max-w-64 text-xs text-text-2">{reason}</span>}
      {(isUngranted || (isRepairedByGrant(problem) && !isGrantUnchecked)) && (
        <AccessRepair characterId={director.characterId} characterName={director.characterName} />
      )}
    </span>
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
      return (
        <Chip tone="ok">
          <Trans>Healthy</Trans>
        </Chip>
      );
    case "unhealthy":
      return (
        <Chip tone="danger">
          <Trans>Unhealthy</Trans>
        </Chip>
      );
    case "needs_verification":
      return (
        <Chip icon="clock">
          <Trans>Needs Verification</Trans>
        </Chip>
      );
  }
}
