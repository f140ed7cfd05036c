import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { Trans, msg, ph, t } from "#web/language/macros.ts";
import { sentenceGap, enumerated } from "#web/lib/sentence.ts";
import { HAS_ROLE, ROLE_STATE_WORDS } from "#shared/discord/roles.ts";
import type { RoleHolder } from "#shared/discord/roles.ts";
import type { DiscordServer } from "#shared/discord/servers.ts";
import { roleHoldersQuery } from "./queries.ts";
import { saveCsv } from "#web/lib/save-file.ts";
import { serverNow } from "#web/lib/clock.ts";
import { formatDate } from "#web/lib/time.ts";
import { Button, IconButton } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState, LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { RowsSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { TextField } from "#web/ui/form/form.tsx";
import { FilterChips } from "#web/ui/form/filters.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Table } from "#web/ui/table.tsx";
import type { Column } from "#web/ui/table.tsx";
import { LastTime } from "#web/ui/time.tsx";
import { sayShared } from "#web/language/messages.ts";
import { PROBLEM_WORDS } from "#shared/discord/servers.ts";
import { CSV_MARK, toCsvLine } from "#shared/csv.ts";
import { DiscordPerson, ShowMore, STEP } from "./changed-member.tsx";

const PastHolders = lazy(() => import("./past-holders.tsx"));

type RoleHoldersCardProps = { server: DiscordServer; roleId: string; onClose: () => void };

/** Who has a mapped role, or would because of a group, and why. */
export function RoleHoldersCard({ server, roleId, onClose }: RoleHoldersCardProps) {
  const [on, setOn] = useState("");
  const { data, isPending, refetch } = useQuery({
    ...roleHoldersQuery(server, roleId),
    enabled: on === "",
  });
  const name = server.roles.find(({ id }) => id === roleId)?.name ?? t`A deleted role`;
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => {
    top.current?.focus({ preventScroll: true });
    top.current?.scrollIntoView({ block: "start" });
  }, []);
  const holders = data?.holders ?? [];
  return (
    <div ref={top} tabIndex={-1} className="scroll-mt-16 outline-none">
      <Card
        isFlush
        title={
          on === "" ? (
            <Trans>
              Who has <bdi>{name}</bdi>
            </Trans>
          ) : (
            <Trans>
              Who had <bdi>{name}</bdi> on {ph({ day: formatDate(on) })}
            </Trans>
          )
        }
        actions={
          <>
            {on === "" && holders.length > 0 && (
              <Button
                size="sm"
                icon={<Icon name="download" />}
                onClick={() => saveCsv(roleHoldersCsv(holders), "discord", server.name, name)}
              >
                {t`CSV`}
              </Button>
            )}
            <IconButton icon="close" size="sm" label={t`Close who has ${name}`} onClick={onClose} />
          </>
        }
      >
        <div className="flex flex-wrap items-end gap-2 border-b border-line-faint px-4 py-3 print:hidden">
          <TextField
            type="date"
            label={t({ context: "before a day", message: "On" })}
            hint={t`At the end of the day, EVE time`}
            max={new Date(serverNow()).toISOString().slice(0, 10)}
            value={on}
            onChange={({ target }) => setOn(target.value)}
          />
          {on !== "" && (
            <Button variant="ghost" onClick={() => setOn("")}>
              {t`Back to now`}
            </Button>
          )}
        </div>
        {on !== "" ? (
          <Suspense fallback={<RowsSkeleton label={t`Loading who had the role`} />}>
            <PastHolders serverId={server.id} roleId={roleId} on={on} />
          </Suspense>
        ) : isPending ? (
          <RowsSkeleton label={t`Loading who has the role`} shape="two-lines" />
        ) : !data ? (
          <LoadFailed title={t`Who has the role could not be loaded`} onRetry={refetch} />
        ) : (
          <>
            {holders.length === 0 ? (
              <EmptyState variant="not-found" title={t`No members have this role`}>
                {t`No member of the server has it, and no group gives it.`}
              </EmptyState>
            ) : (
              <Holders holders={holders} />
            )}
            <p className="border-t border-line-faint px-4 py-2.5 text-sm text-text-2">
              <Trans>
                As Discord reported <LastTime at={data.asOf} never={t`never`} />.
              </Trans>
              {!data.hasEverybody && (
                <>
                  {sentenceGap()}
                  {t`People without a linked account are not seen.`}
                </>
              )}
            </p>
          </>
        )}
      </Card>
    </div>
  );
}

type Shown = "all" | "has" | "lacks";
const hasRole = ({ state }: RoleHolder) => HAS_ROLE.has(state);

function Holders({ holders }: { holders: readonly RoleHolder[] }) {
  const [chosen, setChosen] = useState<Shown>("all");
  const [length, setLength] = useState(STEP);
  const members: Record<Shown, readonly RoleHolder[]> = {
    all: holders,
    has: holders.filter(hasRole),
    lacks: holders.filter((holder) => !hasRole(holder)),
  };
  const shown = members[chosen];
  return (
    <>
      <div className="px-4 pt-3 pb-1">
        <FilterChips
          legend={t`People shown`}
          chosen={chosen}
          onChoose={(next) => {
            setChosen(next);
            setLength(STEP);
          }}
          choices={[
            { value: "all", label: t`Everybody`, count: members.all.length },
            { value: "has", label: t`Have it`, count: members.has.length },
            { value: "lacks", label: t`Do not have it`, count: members.lacks.length },
          ]}
        />
      </div>
      <Table
        caption={t`People and why they have the role`}
        columns={COLUMNS}
        rows={shown.slice(0, length)}
        rowKey={({ discordId }) => discordId}
      />
      <ShowMore length={length} total={shown.length} onMore={setLength} />
    </>
  );
}

const COLUMNS: Column<RoleHolder>[] = [
  {
    header: msg`Person`,
    isRowHeader: true,
    cell: (holder) => <DiscordPerson {...holder} />,
  },
  {
    header: msg`Why`,
    cell: (holder) => <span className="min-w-0 wrap-anywhere">{whyText(holder)}</span>,
  },
  {
    header: msg`Has it`,
    align: "end",
    cell: (holder) => (hasRole(holder) ? t`Yes` : <span className="text-warn">{t`No`}</span>),
  },
];

/** Why a member has a role, or does not have it although groups give it. */
export function whyText({ state, groups, problem }: RoleHolder): string {
  const names = enumerated(groups.map(({ name }) => name));
  const cause = names === "" ? "" : t`Member of ${names}.`;
  if (state === "given") return cause;
  const words = sayShared(
    state === "impossible" && problem !== null ? PROBLEM_WORDS[problem] : ROLE_STATE_WORDS[state],
  );
  return cause === "" ? words : `${cause} ${words}`;
}

/** One line for each person. */
export function roleHoldersCsv(holders: readonly RoleHolder[]): string {
  const header = ["Discord", t`Discord ID`, t`Main`, t`Main ID`, t`Has the role`, t`Why`];
  const lines = holders.map((holder) => [
    holder.name,
    holder.discordId,
    holder.mainCharacterName ?? "",
    String(holder.mainCharacterId ?? ""),
    HAS_ROLE.has(holder.state) ? t`yes` : t`no`,
    whyText(holder),
  ]);
  return CSV_MARK + [header, ...lines].map(toCsvLine).join("");
}
