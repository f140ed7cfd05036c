import { useState } from "react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { Trans, msg, ph, t } from "#web/language/macros.ts";
import { shipType, System } from "#web/eve/location.tsx";
import { say } from "#web/language/messages.ts";
import type { Message } from "#shared/language/messages.ts";
import type { OverviewCharacter } from "#shared/characters.ts";
import type { User } from "#shared/session.ts";
import { Portrait, Lock } from "#web/eve/images.tsx";
import { Isk } from "#web/eve/isk.tsx";
import { Countdown, skillInTraining, TrainingBar } from "#web/eve/training.tsx";
import { cx } from "#web/lib/cx.ts";
import { paths } from "#web/lib/paths.ts";
import { SelectField } from "#web/ui/form/form.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { VisuallyHidden } from "#web/ui/text.tsx";
import type { TokenState } from "#shared/account/character.ts";
import { RefreshButton } from "./refresh-button.tsx";
import { DEFAULT_SORTING, sortCharacters } from "./sort-characters.ts";
import type { CharacterSorting, SortKey } from "./sort-characters.ts";

const SORT_LABELS: Record<SortKey, Message> = {
  queue: msg`Queue ends`,
  name: msg`Character`,
  location: msg`Location`,
  ship: msg`Ship`,
  wallet: msg`Wallet`,
  token: msg`Authorization`,
};

const isSortKey = (value: string): value is SortKey => value in SORT_LABELS;

type CharactersTableProps = { user: User; overview: OverviewCharacter[] };

/** A row for each character; three lines where the table is narrow. */
export default function CharactersTable({ user, overview }: CharactersTableProps) {
  const [sorting, setSorting] = useState(DEFAULT_SORTING);
  const sortBy = (key: SortKey) =>
    setSorting({ key, isDescending: key === sorting.key && !sorting.isDescending });
  const head = (key: SortKey, align?: "end") => (
    <Head sortKey={key} align={align} sorting={sorting} onSort={sortBy} />
  );
  return (
    <div className="card @container rounded-card border border-line-faint bg-surface-1">
      <div className="border-b border-line-faint p-3 @min-[56rem]:hidden">
        <SelectField
          label={t`Sort by`}
          value={sorting.key}
          options={Object.entries(SORT_LABELS).map(([value, label]) => ({
            value,
            label: say(label),
          }))}
          onChange={({ target: { value } }) =>
            isSortKey(value) && setSorting({ key: value, isDescending: false })
          }
        />
      </div>
      <table className="w-full table-fixed text-sm @max-[56rem]:block">
        <caption className="sr-only">
          <Trans>Your characters</Trans>
        </caption>
        <thead className="@max-[56rem]:sr-only">
          <tr className="h-11 border-b border-line-faint text-start text-text-2">
            {head("name")}
            <th scope="col" className="w-[24%] px-2 text-start font-medium">
              <Trans>Training</Trans>
            </th>
            {head("queue", "end")}
            {head("location")}
            {head("ship")}
            {head("wallet", "end")}
            {head("token")}
            <th scope="col" className="w-12">
              <VisuallyHidden>{t`Actions`}</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody className="@max-[56rem]:block">
          {sortCharacters(overview, sorting).map((character) => (
            <Row
              key={character.characterId}
              character={character}
              isMain={character.characterId === user.mainCharacterId}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const WIDTHS: Record<SortKey, string> = {
  name: "w-[23%] pl-4 pr-2",
  queue: "w-28 px-2",
  location: "w-[15%] px-2",
  ship: "w-[13%] px-2",
  wallet: "w-24 px-2",
  token: "w-20 px-2",
};

type HeadProps = {
  sortKey: SortKey;
  align: "end" | undefined;
  sorting: CharacterSorting;
  onSort: (key: SortKey) => void;
};

function Head({ sortKey, align, sorting, onSort }: HeadProps) {
  const isSorted = sorting.key === sortKey;
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (sorting.isDescending ? "descending" : "ascending") : undefined}
      className={cx("font-medium", align === "end" ? "text-end" : "text-start", WIDTHS[sortKey])}
    >
      <button
        type="button"
        className={cx(
          "inline-flex min-h-8 items-center gap-1 hover:text-text-1",
          isSorted && "text-text-1",
        )}
        onClick={() => onSort(sortKey)}
      >
        {say(SORT_LABELS[sortKey])}
        {isSorted && (
          <span className={sorting.isDescending ? undefined : "rotate-180"}>
            <Icon name="chevron" size={12} />
          </span>
        )}
      </button>
    </th>
  );
}

type RowProps = { character: OverviewCharacter; isMain: boolean };

function Row({ character, isMain }: RowProps) {
  const { location, ship } = character;
  const isLost = character.tokenState === "revoked";
  return (
    <tr className="relative border-b border-line-faint last:border-b-0 hover:bg-surface-2 @max-[56rem]:flex @max-[56rem]:flex-wrap @max-[56rem]:items-center @max-[56rem]:gap-x-3 @max-[56rem]:gap-y-1 @max-[56rem]:py-2.5 @max-[56rem]:ps-16 @max-[56rem]:pr-2 @min-[56rem]:h-11.5">
      <th
        scope="row"
        className="text-start font-normal @max-[56rem]:min-w-0 @max-[56rem]:flex-1 @min-[56rem]:pl-4 @min-[56rem]:pr-2"
      >
        <Pilot character={character} isMain={isMain} />
      </th>
      <Cell className="@max-[56rem]:order-2 @max-[56rem]:basis-full">
        <Training character={character} />
      </Cell>
      <Cell className="@min-[56rem]:text-end">
        <QueueEnd character={character} />
      </Cell>
      <Cell className="@max-[56rem]:order-3" isHidden={location === null}>
        {location ? (
          <System
            id={location.solarSystemId}
            name={location.solarSystemName}
            securityStatus={location.securityStatus}
          />
        ) : (
          <None />
        )}
      </Cell>
      <Cell className="@max-[56rem]:order-3" isHidden={ship === null}>
        {ship ? (
          <span className="block truncate" title={shipType(ship)}>
            {shipType(ship)}
          </span>
        ) : (
          <None />
        )}
      </Cell>
      <Cell
        className="@max-[56rem]:order-3 @min-[56rem]:text-end"
        isHidden={character.walletBalance === null}
      >
        {character.walletBalance === null ? (
          <None />
        ) : (
          <Isk isShort amount={character.walletBalance} />
        )}
      </Cell>
      <Cell className="@max-[56rem]:order-3" isHidden={!isLost}>
        <TokenMark state={character.tokenState} />
      </Cell>
      <Cell className="@max-[56rem]:order-1">
        <RefreshButton character={character} overview={character} size="sm" />
      </Cell>
    </tr>
  );
}

function Pilot({ character, isMain }: RowProps) {
  const { characterId, characterName, corporationName, online } = character;
  const portrait = <Portrait characterId={characterId} size={32} />;
  return (
    <div className="flex min-w-0 items-center gap-3">
      <span className="shrink-0 @max-[56rem]:absolute @max-[56rem]:start-4 @max-[56rem]:top-3">
        {isMain ? <Lock>{portrait}</Lock> : portrait}
      </span>
      <div className="min-w-0">
        <Link
          to={paths.character(characterId)}
          title={characterName}
          className="block truncate text-md font-medium hover:underline"
        >
          <bdi>{characterName}</bdi>
        </Link>
        {isMain && (
          <span className="text-xs text-gold @min-[56rem]:hidden">
            <Trans>Main</Trans>
          </span>
        )}
        <p className="truncate text-xs text-text-2 @max-[56rem]:hidden">
          {isMain && (
            <span className="text-gold">
              <Trans>Main</Trans> ·{" "}
            </span>
          )}
          {online && (
            <span className="text-ok">
              <Trans>In game</Trans> ·{" "}
            </span>
          )}
          {corporationName}
        </p>
      </div>
    </div>
  );
}

type CellProps = {
  className?: string;
  /** Where the table is narrow. */
  isHidden?: boolean;
  children: ReactNode;
};

function Cell({ className, isHidden = false, children }: CellProps) {
  return (
    <td className={cx("min-w-0 @min-[56rem]:px-2", isHidden && "@max-[56rem]:hidden", className)}>
      {children}
    </td>
  );
}

/** The skill over its bar, or why nothing is training. */
function Training({
  character: { tokenState, training, queueState },
}: Pick<RowProps, "character">) {
  if (tokenState === "revoked")
    return (
      <span className="text-text-2">
        <Trans>Not known</Trans>
      </span>
    );
  if (training) {
    const label = skillInTraining(training);
    return (
      <div className="grid gap-1">
        <span className="truncate" title={label}>
          {label}
        </span>
        <TrainingBar label={t`${ph({ skill: label })}, trained`} entry={training} />
      </div>
    );
  }
  if (queueState === "empty") return <Problem>{t`Nothing is training`}</Problem>;
  if (queueState === "paused") return <Problem>{t`Training is paused`}</Problem>;
  return (
    <span className="text-text-2">
      {queueState === "training" ? t`Waiting to train` : t`Not available`}
    </span>
  );
}

function Problem({ children }: { children: string }) {
  return (
    <span className="flex items-center gap-1.5 text-warn">
      <Icon name="alert" size={12} />
      {children}
    </span>
  );
}

function QueueEnd({
  character: { tokenState, queueState, queueEndsAt },
}: Pick<RowProps, "character">) {
  if (tokenState === "revoked" || queueState === "unknown") return <None />;
  if (queueState !== "training")
    return <span className="text-warn">{queueState === "paused" ? t`paused` : t`empty`}</span>;
  return queueEndsAt === null ? <None /> : <Countdown until={queueEndsAt} />;
}

function None() {
  return (
    <span className="text-text-2">
      <span aria-hidden="true">–</span>
      <VisuallyHidden>{t`Not available`}</VisuallyHidden>
    </span>
  );
}

const MARKS: Record<TokenState, { word: Message; className: string; square: string }> = {
  ok: { word: msg`Valid`, className: "text-text-2", square: "border-ok bg-ok" },
  unknown: { word: msg`Not checked`, className: "text-text-2", square: "border-text-2" },
  revoked: { word: msg`Lost`, className: "text-danger", square: "border-danger" },
};

/** A square for an authorization: filled is valid, crossed is lost; the word carries the meaning. */
function TokenMark({ state }: { state: TokenState }) {
  const { word, className, square } = MARKS[state];
  return (
    <span className={cx("inline-flex items-center gap-1.5 whitespace-nowrap", className)}>
      <span
        aria-hidden="true"
        className={cx("grid size-2.5 place-items-center border text-[0.625rem]/none", square)}
      >
        {state === "revoked" && "×"}
      </span>
      {say(word)}
    </span>
  );
}
