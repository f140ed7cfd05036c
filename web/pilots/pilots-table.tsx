import { fold } from "#shared/fold.ts";
import { Plural, Trans, msg, ph, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import { useMemo } from "react";
import { Link } from "react-router";
import type { PilotEntry, PilotOrder } from "#shared/pilots/pilots.ts";
import type { WatchLevel } from "#shared/watchlist.ts";
import { Portrait } from "#web/eve/images.tsx";
import { foldedRange } from "#web/lib/folded-range.ts";
import { UNKNOWN_USER } from "#web/lib/labels.ts";
import { paths } from "#web/lib/paths.ts";
import { Check } from "#web/ui/form/check.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Table } from "#web/ui/table/table.tsx";
import type { Column } from "#web/ui/table/table.tsx";
import { LastTime } from "#web/ui/time.tsx";
import { VisuallyHidden } from "#web/ui/visually-hidden.tsx";
import { LevelChip } from "#web/watched/entry-marks.tsx";
import { TokenMarks } from "#web/pilots/pilot/token-marks.tsx";

type PilotsTableProps = {
  pilots: readonly PilotEntry[];
  /** What the watchlist says of a user. */
  levelOf: (userId: string) => WatchLevel | undefined;
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
  const { selected, onSelect, levelOf } = props;
  const columns = useMemo(
    () => columnsOf(search, onCorporation, selected, onSelect, levelOf),
    [search, onCorporation, selected, onSelect, levelOf],
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
      caption={t`Pilots`}
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
  levelOf: (userId: string) => WatchLevel | undefined,
): Column<PilotEntry>[] {
  return [
    {
      header: msg`Main`,
      isRowHeader: true,
      sortKey: "name",
      cell: (pilot) => (
        <Main
          pilot={pilot}
          level={levelOf(pilot.userId)}
          search={search}
          isSelected={selected.has(pilot.userId)}
          onSelect={onSelect}
        />
      ),
    },
    {
      header: msg`Corporation`,
      cell: ({ corporation }) =>
        corporation === null ? (
          <span className="text-text-2">
            <Trans>Not read</Trans>
          </span>
        ) : (
          <button
            type="button"
            title={t`Show only this corporation`}
            className="cell-inline max-w-56 truncate py-1 text-start hover:underline"
            onClick={() => onCorporation(String(corporation.corporationId))}
          >
            <bdi>
              {corporation.name ??
                t`Corporation ${ph({ corporationId: corporation.corporationId })}`}
            </bdi>
          </button>
        ),
    },
    { header: msg`Authorizations`, cell: ({ tokens }) => <TokenMarks tokens={tokens} /> },
    {
      header: "Discord",
      cell: ({ discordName }) =>
        discordName === null ? (
          <span className="text-text-2">
            <span className="cards:hidden">
              <Trans>Not linked</Trans>
            </span>
            <span className="hidden cards:inline">
              <Trans>No Discord</Trans>
            </span>
          </span>
        ) : (
          <bdi className="block max-w-40 truncate cards:hidden">{discordName}</bdi>
        ),
    },
    {
      header: msg`Groups`,
      align: "end",
      cell: ({ groupCount }) => (
        <span className="whitespace-nowrap">
          <Trans>
            {ph({ number: groupCount })}
            <span className="hidden cards:inline">
              {" "}
              <Plural value={groupCount} one="group" other="groups" />
            </span>
          </Trans>
        </span>
      ),
    },
    {
      header: msg`Last seen`,
      align: "end",
      sortKey: "seen",
      isLargestFirst: true,
      cell: ({ lastSeenAt }) => <LastTime at={lastSeenAt} />,
    },
  ];
}

type MainProps = {
  pilot: PilotEntry;
  level: WatchLevel | undefined;
  search: string | undefined;
  isSelected: boolean;
  onSelect: (userId: string) => void;
};

function Main({ pilot, level, search, isSelected, onSelect }: MainProps) {
  const { userId, mainCharacterId, matchedAlt } = pilot;
  const name = pilot.mainCharacterName ?? say(UNKNOWN_USER);
  return (
    <span data-row={userId} className="flex min-w-0 items-center gap-3 py-1">
      {/* Where there is little room, the picture is the checkbox. */}
      <label className="relative flex shrink-0 cursor-pointer items-center gap-3 rounded-control has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus max-md:min-h-11 max-md:min-w-11">
        <Check
          type="checkbox"
          className="size-4.5 cards:sr-only"
          checked={isSelected}
          onChange={() => onSelect(userId)}
        />
        <VisuallyHidden>
          <Trans>Select {ph({ name })}</Trans>
        </VisuallyHidden>
        {mainCharacterId !== null && <Portrait characterId={mainCharacterId} size={32} />}
        {isSelected && (
          <span className="absolute right-0 bottom-0.5 hidden size-5 place-items-center rounded-full bg-signal text-void cards:grid">
            <Icon name="check" size={12} />
          </span>
        )}
      </label>
      <span className="grid min-w-0">
        <Link
          to={paths.adminPilot(userId)}
          title={name}
          className="truncate font-medium hover:underline"
        >
          <Marked text={name} search={search} />
        </Link>
        <span className="flex min-w-0 flex-wrap gap-x-1.5 text-sm text-text-2 empty:hidden">
          {level && <LevelChip level={level} />}
          <States pilot={pilot} />
          {matchedAlt !== null && (
            <span className="min-w-0 truncate">
              <Trans>
                plays <Marked text={matchedAlt} search={search} />
              </Trans>
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
          <Icon name="lock" size={12} /> <Trans>Suspended</Trans>
        </span>
      )}
      {graceEndsAt !== null && (
        <span className="inline-flex items-center gap-1 text-warn">
          <Icon name="clock" size={12} /> <Trans>In grace</Trans>
        </span>
      )}
      {isAdmin && (
        <span className="inline-flex items-center gap-1">
          <Icon name="shield" size={12} />{" "}
          <Trans>
            Admin<VisuallyHidden>istrator</VisuallyHidden>
          </Trans>
        </span>
      )}
    </>
  );
}

/** What was searched for, marked in a name. */
function Marked({ text, search }: { text: string; search: string | undefined }) {
  const folded = fold(search ?? "");
  const at = folded === "" ? -1 : fold(text).indexOf(folded);
  if (at === -1) return <bdi>{text}</bdi>;
  const [start, end] = foldedRange(text, at, folded.length);
  return (
    <bdi>
      {text.slice(0, start)}
      <mark className="rounded-bar bg-signal-dim text-text-1">{text.slice(start, end)}</mark>
      {text.slice(end)}
    </bdi>
  );
}
