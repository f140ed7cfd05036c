import { fold } from "#shared/fold.ts";
import { Plural, Trans, msg, ph, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import { useMemo } from "react";
import { useLocation } from "react-router";
import type { PilotEntry, PilotOrder } from "#shared/pilots/pilots.ts";
import type { WatchedRequest } from "#shared/watchlist.ts";
import { PilotName } from "#web/eve/pilot-name.tsx";
import { foldedRange } from "#web/lib/found-words.ts";
import { UNKNOWN_USER } from "#web/lib/labels.ts";
import { paths } from "#web/lib/paths.ts";
import { Check } from "#web/ui/form/choices.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Table } from "#web/ui/table.tsx";
import type { Column } from "#web/ui/table.tsx";
import { LastTime } from "#web/ui/time.tsx";
import { VisuallyHidden } from "#web/ui/text.tsx";
import { TokenMarks } from "#web/pilots/pilot/token-marks.tsx";

type PilotsTableProps = {
  pilots: readonly PilotEntry[];
  /** What the watchlist says of a user. */
  hitsOf: (userId: string) => readonly WatchedRequest[] | undefined;
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
  const { selected, onSelect, hitsOf } = props;
  const columns = useMemo(
    () => columnsOf(search, onCorporation, selected, onSelect, hitsOf),
    [search, onCorporation, selected, onSelect, hitsOf],
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
      isWide
      hasTwoFacts
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
  hitsOf: (userId: string) => readonly WatchedRequest[] | undefined,
): Column<PilotEntry>[] {
  return [
    {
      header: msg`Main`,
      isRowHeader: true,
      sortKey: "name",
      cell: (pilot) => (
        <Main
          pilot={pilot}
          hits={hitsOf(pilot.userId)}
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
          <span className="cell-no-card text-text-2">{t`Not read`}</span>
        ) : (
          <button
            type="button"
            title={t`Show only this corporation`}
            className="cell-no-card max-w-56 truncate py-1 text-start hover:underline"
            onClick={() => onCorporation(String(corporation.corporationId))}
          >
            <bdi>
              {corporation.name ??
                t`Corporation ${ph({ corporationId: corporation.corporationId })}`}
            </bdi>
          </button>
        ),
    },
    {
      header: msg`Authorizations`,
      cell: ({ tokens }) => (
        <div className="cell-no-card">
          <TokenMarks tokens={tokens} />
        </div>
      ),
    },
    {
      header: "Discord",
      cell: ({ discordName }) =>
        discordName === null ? (
          <span className="cell-no-card text-text-2">{t`Not linked`}</span>
        ) : (
          <bdi className="cell-no-card block max-w-40 truncate">{discordName}</bdi>
        ),
    },
    {
      header: msg`Groups`,
      align: "end",
      cell: ({ groupCount }) => groupCount,
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
  hits: readonly WatchedRequest[] | undefined;
  search: string | undefined;
  isSelected: boolean;
  onSelect: (userId: string) => void;
};

function Main({ pilot, hits, search, isSelected, onSelect }: MainProps) {
  const { userId, mainCharacterId, matchedAlt } = pilot;
  // With the filters, for the list beside the pilot.
  const { search: list } = useLocation();
  const name = pilot.mainCharacterName ?? say(UNKNOWN_USER);
  return (
    <span data-row={userId} className="flex min-w-0 items-center gap-3 py-1">
      <label className="grid shrink-0 cursor-pointer place-items-center max-md:-ms-3 max-md:size-11">
        <Check
          type="checkbox"
          className="size-4.5"
          checked={isSelected}
          onChange={() => onSelect(userId)}
        />
        <VisuallyHidden>{t`Select ${name}`}</VisuallyHidden>
      </label>
      <PilotName
        characterId={mainCharacterId}
        name={pilot.mainCharacterName}
        ticker={pilot.corporation?.ticker}
        to={paths.adminPilot(userId) + list}
        hits={hits}
        marked={<Marked text={name} search={search} />}
      >
        <States pilot={pilot} />
        {matchedAlt !== null && (
          <span className="min-w-0 truncate">
            <Trans>
              plays <Marked text={matchedAlt} search={search} />
            </Trans>
          </span>
        )}
      </PilotName>
    </span>
  );
}

/** What a card has no cell for, then what an administrator looks for. */
export function States({ pilot }: { pilot: PilotEntry }) {
  const { corporation, tokens, suspension, graceEndsAt, isAdmin } = pilot;
  const lost = tokens.filter((token) => token === "revoked").length;
  return (
    <>
      {corporation?.name && (
        <bdi className="hidden max-w-full truncate cards:block">{corporation.name}</bdi>
      )}
      {lost > 0 && (
        <span className="hidden text-danger cards:block">
          <Trans>
            {lost} of{" "}
            <Plural value={{ count: tokens.length }} one="# character" other="# characters" /> lost
          </Trans>
        </span>
      )}
      {suspension !== null && (
        <span className="inline-flex items-center gap-1 text-danger">
          <Icon name="lock" size={12} /> {t`Suspended`}
        </span>
      )}
      {graceEndsAt !== null && (
        <span className="inline-flex items-center gap-1 text-warn">
          <Icon name="clock" size={12} /> {t`In grace`}
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
