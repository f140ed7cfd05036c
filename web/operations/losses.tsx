import { Trans, ph, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import { useQuery } from "@tanstack/react-query";
import type { Loss, Operation } from "#shared/operations/operations.ts";
import { Isk } from "#web/eve/isk.tsx";
import { KillmailLink } from "#web/eve/killmails.tsx";
import { PilotName } from "#web/eve/pilot-name.tsx";
import { useAction } from "#web/lib/form/use-action.ts";
import { UNKNOWN_USER } from "#web/lib/labels.ts";
import { eveClock, useNow } from "#web/lib/time.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { CopyButton } from "#web/ui/feedback/copy-button.tsx";
import { LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { Table } from "#web/ui/table.tsx";
import { EveMoment } from "#web/ui/time.tsx";
import { lossesQuery, payLossMutation } from "./queries.ts";

/** What was lost during the operation: the reader's losses, and for planners those of all mains. Without losses there is no card. */
export function LossesCard({ operation: { id, startsAt } }: { operation: Operation }) {
  const now = useNow("minute");
  const { data, isError, refetch } = useQuery({
    ...lossesQuery(id),
    enabled: Date.parse(startsAt) <= now,
  });
  if (isError) return <LoadFailed title={t`Losses could not be read`} onRetry={refetch} />;
  if (data === undefined || data.losses.length === 0) return null;
  const { losses, canPay, from, until } = data;
  const open = losses.filter(({ paidAt }) => paidAt === null);
  const [begin, end] = [eveClock(Date.parse(from)), eveClock(Date.parse(until))];
  return (
    <Card
      isFlush
      title={canPay ? t`Losses` : t`Your losses`}
      actions={
        canPay &&
        open.length > 0 && (
          <CopyButton text={walletList(open)} what={t`with names and amounts`}>
            {t`Copy list for the wallet`}
          </CopyButton>
        )
      }
    >
      <Table
        caption={canPay ? t`Losses` : t`Your losses`}
        rows={losses}
        rowKey={({ killmailId }) => killmailId}
        columns={[
          {
            header: t`Pilot`,
            isRowHeader: true,
            cell: ({ pilotId, pilotName, isOwn }) => (
              <PilotName characterId={pilotId} name={pilotName} size={24}>
                {isOwn && <small className="text-text-2">{t`you`}</small>}
              </PilotName>
            ),
          },
          {
            header: t({ context: "killmail", message: "Ship" }),
            cell: ({ killmailId, shipName, shipTypeId, at }) => (
              <span className="grid min-w-24">
                <KillmailLink id={killmailId} shipName={shipName} shipTypeId={shipTypeId} />
                <small className="text-text-2">{eveClock(Date.parse(at))}</small>
              </span>
            ),
          },
          {
            header: t({ context: "killmail", message: "Value" }),
            align: "end",
            cell: ({ value }) => (value === null ? "–" : <Isk amount={value} isShort />),
          },
          {
            header: t`Reimbursed`,
            align: "end",
            cell: (loss) => <Paid operationId={id} loss={loss} canPay={canPay} />,
          },
        ]}
      />
      <div className="grid gap-1 border-t border-line-faint px-4 py-2.5 text-sm text-text-2">
        <p className="flex flex-wrap justify-between gap-x-4 tabular-nums">
          <span>{t`${ph({ paid: losses.length - open.length })} of ${ph({ total: losses.length })} paid`}</span>
          <span>
            <Trans>
              Open: <Isk amount={sumOf(open)} isShort />
            </Trans>
          </span>
        </p>
        <p>
          {canPay ? (
            <Trans>
              From the killmails of the corporations, {begin} – {end}. “Reimburse” notes who paid
              and when. Muster moves no money. Losses of alts are shown to their pilot alone.
            </Trans>
          ) : (
            <Trans>
              From the killmails of your corporations, {begin} – {end}. Planners see those of your
              main.
            </Trans>
          )}
        </p>
      </div>
    </Card>
  );
}

const sumOf = (losses: readonly Loss[]) => losses.reduce((sum, { value }) => sum + (value ?? 0), 0);

/** A line for each pilot, as a spreadsheet takes it: the name, and the whole ISK of all that is open. */
const walletList = (losses: readonly Loss[]) =>
  [...Map.groupBy(losses, ({ pilotId, pilotName }) => pilotName ?? `#${pilotId}`)]
    .map(([name, all]) => `${name}\t${Math.round(sumOf(all))}`)
    .join("\n");

type PaidProps = { operationId: string; loss: Loss; canPay: boolean };

function Paid({ operationId: id, loss, canPay }: PaidProps) {
  const { killmailId, paidAt, paidBy, pilotName } = loss;
  const { act, isPending } = useAction(payLossMutation, t`Nothing was changed`);
  const note = (isPaid: boolean) =>
    act({ id, killmailId, isPaid }, { onRefusal: () => toast.error(t`Nothing was changed`) });
  const name = pilotName ?? say(UNKNOWN_USER);
  if (paidAt === null) {
    return canPay ? (
      <Button
        size="sm"
        isBusy={isPending}
        busyLabel={t`Saving...`}
        aria-label={t`Reimburse ${ph({ name })}`}
        onClick={() => void note(true)}
      >
        {t`Reimburse`}
      </Button>
    ) : (
      t`not yet`
    );
  }
  return (
    <span className="inline-grid gap-1 md:justify-items-end">
      <Chip tone="ok">
        {paidBy === null ? (
          t`Paid`
        ) : (
          <Trans>
            Paid, <bdi>{ph({ name: paidBy })}</bdi>
          </Trans>
        )}
      </Chip>
      <small className="text-text-2">
        <EveMoment at={paidAt} />
      </small>
      {canPay && (
        <Button
          size="sm"
          variant="ghost"
          isBusy={isPending}
          busyLabel={t`Saving...`}
          aria-label={t`Take back that ${ph({ name })} is paid`}
          onClick={() => void note(false)}
        >
          {t`Take back`}
        </Button>
      )}
    </span>
  );
}
