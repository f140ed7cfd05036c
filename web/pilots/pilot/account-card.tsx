import { Trans, t } from "#web/language/macros.ts";
import type { PilotDetail } from "#shared/pilots/pilots.ts";
import { Card } from "#web/ui/card.tsx";
import { DateOnly, LastTime } from "#web/ui/time.tsx";

export function AccountCard({ pilot }: { pilot: PilotDetail }) {
  const { userId, createdAt, lastSeenAt } = pilot;
  return (
    <Card title={t`Account`}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-sm">
        <dt className="text-text-2">
          <Trans>Account id</Trans>
        </dt>
        <dd>
          <code className="wrap-anywhere">{userId}</code>
        </dd>
        <dt className="text-text-2">
          <Trans>Signed up</Trans>
        </dt>
        <dd>
          <DateOnly at={createdAt} />
        </dd>
        <dt className="text-text-2">
          <Trans>Last seen</Trans>
        </dt>
        <dd>
          <LastTime at={lastSeenAt} />
        </dd>
      </dl>
    </Card>
  );
}
