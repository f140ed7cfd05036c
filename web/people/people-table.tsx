import type { FoundUser } from "#shared/session.ts";
import { Portrait } from "#web/eve/images.tsx";
import { PilotLink } from "#web/eve/pilot-link.tsx";
import { SuspendedChip } from "#web/eve/suspension/suspended-chip.tsx";
import { useSession } from "#web/lib/api/session.ts";
import { UNKNOWN_USER } from "#web/lib/labels.ts";
import { Button } from "#web/ui/button.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { Table } from "#web/ui/table/table.tsx";
import type { Column } from "#web/ui/table/table.tsx";
import { useSortedRows } from "#web/ui/table/use-sorted-rows.ts";
import type { SortValues } from "#web/ui/table/use-sorted-rows.ts";
import { VisuallyHidden } from "#web/ui/visually-hidden.tsx";

type PeopleTableProps = {
  users: readonly FoundUser[];
  search: string;
  onSuspend: (user: FoundUser) => void;
  onLift: (user: FoundUser) => void;
};

export function PeopleTable({ users, search, onSuspend, onLift }: PeopleTableProps) {
  const ownId = useSession().user?.id;
  const sorted = useSortedRows(users, SORT_VALUES, search === "" ? "suspension" : "user");
  return (
    <Table
      {...sorted}
      isCompact
      caption="Users"
      columns={columnsOf({ search, ownId, onSuspend, onLift })}
      rowKey={({ userId }) => userId}
    />
  );
}

const SORT_VALUES: SortValues<FoundUser> = {
  user: ({ mainCharacterName }) => mainCharacterName,
  suspension: ({ suspension }) =>
    suspension &&
    (suspension.until === null ? Number.MAX_SAFE_INTEGER : Date.parse(suspension.until)),
};

type ColumnProps = Omit<PeopleTableProps, "users"> & { ownId: string | undefined };

function columnsOf({ search, ownId, onSuspend, onLift }: ColumnProps): Column<FoundUser>[] {
  return [
    {
      header: "User",
      isRowHeader: true,
      sortKey: "user",
      cell: (user) => <User user={user} search={search} />,
    },
    { header: "Suspension", sortKey: "suspension", cell: (user) => <Suspension user={user} /> },
    {
      header: "Actions",
      align: "end",
      isHeaderHidden: true,
      cell: (user) => (
        <Actions
          user={user}
          isSelf={user.userId === ownId}
          onSuspend={() => onSuspend(user)}
          onLift={() => onLift(user)}
        />
      ),
    },
  ];
}

function User({ user, search }: { user: FoundUser; search: string }) {
  const { mainCharacterId, mainCharacterName, matchedAlt, isAdmin } = user;
  return (
    <span className="flex min-w-0 items-center gap-3 py-1">
      {mainCharacterId !== null && <Portrait characterId={mainCharacterId} size={40} />}
      <span className="grid min-w-0">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <PilotLink characterId={mainCharacterId} name={mainCharacterName} />
          {isAdmin && <Chip icon="shield">Administrator</Chip>}
        </span>
        {matchedAlt !== null && (
          <span className="text-sm wrap-anywhere text-text-3">
            Alt: <Matched text={matchedAlt} length={search.length} />
          </span>
        )}
      </span>
    </span>
  );
}

function Suspension({ user: { suspension } }: { user: FoundUser }) {
  if (suspension === null) return <span className="text-text-3">Not suspended</span>;
  return (
    <span className="grid min-w-0 justify-items-start gap-1 py-1">
      <SuspendedChip suspension={suspension} />
      <bdi className="text-start text-sm wrap-anywhere text-text-2">{suspension.reason}</bdi>
    </span>
  );
}

type ActionsProps = {
  user: FoundUser;
  isSelf: boolean;
  onSuspend: () => void;
  onLift: () => void;
};

function Actions({ user, isSelf, onSuspend, onLift }: ActionsProps) {
  const { mainCharacterName, suspension } = user;
  const name = mainCharacterName ?? UNKNOWN_USER;
  return (
    <div className="flex flex-wrap gap-2 md:justify-end">
      {suspension && (
        <Button size="sm" onClick={onLift}>
          Lift suspension
          <VisuallyHidden> of {name}</VisuallyHidden>
        </Button>
      )}
      <Button
        size="sm"
        isDisabled={isSelf}
        {...(isSelf && { title: "You cannot suspend yourself" })}
        onClick={onSuspend}
      >
        {suspension ? "Change" : "Suspend"}
        <VisuallyHidden> {suspension ? `the suspension of ${name}` : name}</VisuallyHidden>
      </Button>
    </div>
  );
}

/** The beginning of the name is what was searched for. */
function Matched({ text, length }: { text: string; length: number }) {
  return (
    <bdi>
      <mark className="bg-transparent font-semibold text-signal">{text.slice(0, length)}</mark>
      {text.slice(length)}
    </bdi>
  );
}
