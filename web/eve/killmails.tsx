import { Plural, Trans, msg, t } from "#web/language/macros.ts";
import type { Killmail } from "#shared/corporations/killmails.ts";
import { Chip } from "#web/ui/chip.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Table } from "#web/ui/table.tsx";
import type { Column } from "#web/ui/table.tsx";
import { VisuallyHidden } from "#web/ui/text.tsx";
import { EveMoment } from "#web/ui/time.tsx";
import { Isk } from "./isk.tsx";
import { System } from "./location.tsx";
import { PilotName } from "./pilot-name.tsx";

type KillmailTableProps = {
  caption: string;
  killmails: readonly Killmail[];
  /** Losses of one corporation's pilots and its kills, each marked. */
  isMixed?: boolean;
};

/** Killmails as EVE tells them to anyone who has the link; what they were worth is Muster's sum. */
export function KillmailTable({ caption, killmails, isMixed = false }: KillmailTableProps) {
  return (
    <Table
      caption={caption}
      rows={killmails}
      rowKey={({ id }) => id}
      columns={isMixed ? [...FIRST, MARK, ...OTHERS] : [...FIRST, ...OTHERS]}
    />
  );
}

type KillmailLinkProps = { id: number; shipName: string | null; shipTypeId: number };

/** The ship that was lost, as zKillboard tells it. */
export function KillmailLink({ id, shipName, shipTypeId }: KillmailLinkProps) {
  return (
    <a
      href={`https://zkillboard.com/kill/${id}/`}
      target="_blank"
      rel="noreferrer"
      className="inline-flex min-h-6 items-center gap-1 font-semibold wrap-anywhere underline decoration-1 underline-offset-4"
    >
      <bdi>{shipName ?? `#${shipTypeId}`}</bdi>
      <VisuallyHidden> {t`on zKillboard (opens in a new tab)`}</VisuallyHidden>
      <Icon name="external" size={12} />
    </a>
  );
}

const MARK: Column<Killmail> = {
  header: msg({ context: "killmail", message: "Kill or loss" }),
  cell: ({ isLoss }) =>
    isLoss ? (
      <Chip tone="danger">
        <Trans context="killmail">Loss</Trans>
      </Chip>
    ) : (
      <Chip tone="ok">
        <Trans context="killmail">Kill</Trans>
      </Chip>
    ),
};

const FIRST: Column<Killmail>[] = [
  {
    header: msg({ context: "killmail", message: "Ship" }),
    isRowHeader: true,
    cell: ({ id, shipName, shipTypeId }) => (
      <KillmailLink id={id} shipName={shipName} shipTypeId={shipTypeId} />
    ),
  },
  {
    header: msg({ context: "killmail", message: "Victim" }),
    cell: ({ victimId, victimName, victimCorporationName }) =>
      victimId === null || victimName === null ? (
        <bdi className="wrap-anywhere">{victimName ?? victimCorporationName ?? "–"}</bdi>
      ) : (
        <PilotName characterId={victimId} name={victimName} size={24}>
          {victimCorporationName !== null && <bdi>{victimCorporationName}</bdi>}
        </PilotName>
      ),
  },
];

const OTHERS: Column<Killmail>[] = [
  {
    header: msg({ context: "killmail", message: "Final blow" }),
    cell: ({ finalBlowName, attackerCount }) => (
      <span className="grid py-1 wrap-anywhere">
        <bdi>{finalBlowName ?? "–"}</bdi>
        {attackerCount > 1 && (
          <small className="text-text-2">
            <Plural value={{ count: attackerCount - 1 }} one="and # other" other="and # others" />
          </small>
        )}
      </span>
    ),
  },
  {
    header: msg({ context: "killmail", message: "System" }),
    cell: ({ systemId, systemName, security }) => (
      <System id={systemId} name={systemName} securityStatus={security} />
    ),
  },
  {
    header: msg({ context: "killmail", message: "Value" }),
    align: "end",
    cell: ({ value }) => (value === null ? "–" : <Isk amount={value} isShort />),
  },
  {
    header: msg({ context: "killmail", message: "Time" }),
    cell: ({ at }) => <EveMoment at={at} />,
  },
];
