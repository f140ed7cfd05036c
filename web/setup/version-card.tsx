import { t } from "#web/language/macros.ts";
import type { ReactNode } from "react";
import type { HealthDetails } from "#shared/health.ts";
import { Card } from "#web/ui/card.tsx";
import { RelativeTime } from "#web/ui/time.tsx";

export function VersionCard({ version }: { version: HealthDetails["version"] }) {
  const { product, commit, deployedAt, esiCompatibilityDate } = version;
  return (
    <Card anchor="version" title={t`Version`}>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 md:grid-cols-4">
        <Fact label="Muster">{product}</Fact>
        <Fact label={t`Commit`}>{commit ?? t`Unknown`}</Fact>
        <Fact label={t`Deployed`}>
          {deployedAt ? <RelativeTime at={deployedAt} /> : t`Unknown`}
        </Fact>
        <Fact label={t`ESI compatibility date`}>{esiCompatibilityDate}</Fact>
      </dl>
    </Card>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-text-2">{label}</dt>
      <dd className="tabular-nums wrap-anywhere">{children}</dd>
    </div>
  );
}
