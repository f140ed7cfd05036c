import { useMemo } from "react";
import { Link } from "react-router";
import type { PilotEntry, PilotOrder } from "#shared/pilots/pilots.ts";
import { Portrait } from "#web/eve/images.tsx";
import { UNKNOWN_USER } from "#web/lib/labels.ts";
import { paths } from "#web/lib/paths.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Table } from "#web/ui/table/table.tsx";
import type { Column } from "#web/ui/table/table.tsx";
import { LastTime } from "#web/ui/time.tsx";
import { VisuallyHidden } from "#web/ui/visually-hidden.tsx";
import { TokenMarks } from "#web/pilots/pilot/token-marks.tsx";

type PilotsTableProps = {
  pilots: readonly PilotEntry[];
  search: string | undefined;
  sort: PilotOrder | undefined;
  /** Otherwise the filters decide the order. */
  isSortable: boolean;
  onSort: (sort: PilotOrder) => void;
  onCorporation: (corporationId: string) => void;
  selected: ReadonlySet<string>;
  onSelect: (userId: string) => void;
};

export function PilotsTable(props: PilotsTableProps) {
  const { pilots, search, sort = "name", isSortable, onSort, onCorporation } = props;
  const { selected, onSelect } = props;
  const columns = useMemo(
    () => columnsOf(search, onCorporation, selected, onSelect),
    [search, onCorporation, selected, onSelect],
  );
  const sorting = {
    key: sort.replace("-", ""),
    isDescending: sort.startsWith("-"),
    onSort: (key: string, isDescending: boolean) => {
      if (key === "seen") onSort(isDescending ? "-seen" : "seen");
      else onSort(isDescending ? "-name" : "name");
    },
  };
  return (
    <Table
      isCompact
      isWide
      hasRowLinks
      caption="Pilots"
      columns={columns}
      rows={pilots}
      rowKey={({ userId }) => userId}
      {...(isSortable && { sorting })}
    />
  );
}

function columnsOf(
  search: string | undefined,
  onCorporation: (corporationId: string) => void,
  selected: ReadonlySet<string>,
  onSelect: (userId: string) => void,
): Column<PilotEntry>[] {
  return [
    {
      header: "Main",
      isRowHeader: true,
      sortKey: "name",
      cell: (pilot) => (
        <Main
          pilot={pilot}
          search={search}
          isSelected={selected.has(pilot.userId)}
          onSelect={onSelect}
        />
      ),
    },
    {
      header: "Corporation",
      cell: ({ corporation }) =>
        corporation === null ? (
          <span className="text-text-2">Not read</span>
        ) : (
          <button
            type="button"
            title="Show only this corporation"
            className="cell-inline max-w-56 truncate py-1 text-start hover:underline"
            onClick={() => onCorporation(String(corporation.corporationId))}
          >
            <bdi>{corporation.name ?? `Corporation ${corporation.corporationId}`}</bdi>
          </button>
        ),
    },
    { header: "Authorizations", cell: ({ tokens }) => <TokenMarks tokens={tokens} /> },
    {
      header: "Discord",
      cell: ({ discordName }) =>
        discordName === null ? (
          <span className="text-text-2">
            <span className="cards:hidden">Not linked</span>
            <span className="hidden cards:inline">No Discord</span>
          </span>
        ) : (
          <bdi className="block max-w-40 truncate cards:hidden">{discordName}</bdi>
        ),
    },
    {
      header: "Groups",
      align: "end",
      cell: ({ groupCount }) => (
        <span className="whitespace-nowrap">
          {groupCount}
          <span className="hidden cards:inline"> {groupCount === 1 ? "group" : "groups"}</span>
        </span>
      ),
    },
    {
      header: "Last seen",
      align: "end",
      sortKey: "seen",
      isLargestFirst: true,
      cell: ({ lastSeenAt }) => <LastTime at={lastSeenAt} />,
    },
  ];
}

type MainProps = {
  pilot: PilotEntry;
  search: string | undefined;
  isSelected: boolean;
  onSelect: (userId: string) => void;
};

function Main({ pilot, search, isSelected, onSelect }: MainProps) {
  const { userId, mainCharacterId, mainCharacterName, matchedAlt } = pilot;
  return (
    <span data-row={userId} className="flex min-w-0 items-center gap-3 py-1">
      {/* Where there is little room, the picture is the checkbox. */}
      <label className="relative flex shrink-0 cursor-pointer items-center gap-3 rounded-control has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus max-md:min-h-11 max-md:min-w-11">
        <input
          type="checkbox"
          className="size-4.5 accent-signal cards:sr-only"
          checked={isSelected}
          onChange={() => onSelect(userId)}
        />
        <VisuallyHidden>Select {mainCharacterName ?? UNKNOWN_USER}</VisuallyHidden>
        {mainCharacterId !== null && <Portrait characterId={mainCharacterId} size={32} />}
        {isSelected && (
          <span className="absolute end-0 bottom-0.5 hidden size-5 place-items-center rounded-full bg-signal text-void cards:grid">
            <Icon name="check" size={12} />
          </span>
        )}
      </label>
      <span className="grid min-w-0">
        <Link
          to={paths.adminPilot(userId)}
          title={mainCharacterName ?? UNKNOWN_USER}
          className="truncate font-medium hover:underline"
        >
          <Marked text={mainCharacterName ?? UNKNOWN_USER} search={search} />
        </Link>
        <span className="flex min-w-0 flex-wrap gap-x-1.5 text-sm text-text-2 empty:hidden">
          <States pilot={pilot} />
          {matchedAlt !== null && (
            <span className="min-w-0 truncate">
              plays <Marked text={matchedAlt} search={search} />
            </span>
          )}
        </span>
      </span>
    </span>
  );
}

function States({ pilot: { suspension, graceEndsAt, isAdmin } }: { pilot: PilotEntry }) {
  return (
    <>
      {suspension !== null && (
        <span className="inline-flex items-center gap-1 text-danger">
          <Icon name="lock" size={12} /> Suspended
        </span>
      )}
      {graceEndsAt !== null && (
        <span className="inline-flex items-center gap-1 text-warn">
          <Icon name="clock" size={12} /> In grace
        </span>
      )}
      {isAdmin && (
        <span className="inline-flex items-center gap-1">
          <Icon name="shield" size={12} /> Admin
          <VisuallyHidden>istrator</VisuallyHidden>
        </span>
      )}
    </>
  );
}

/** What was searched for, marked in a name. */
function Marked({ text, search }: { text: string; search: string | undefined }) {
  const at = search === undefined ? -1 : text.toLowerCase().indexOf(search.toLowerCase());
  if (search === undefined || at === -1) return <bdi>{text}</bdi>;
  return (
    <bdi>
      {text.slice(0, at)}
      <mark className="rounded-bar bg-signal-dim text-text-1">
        {text.slice(at, at + search.length)}
      </mark>
      {text.slice(at + search.length)}
    </bdi>
  );
}
