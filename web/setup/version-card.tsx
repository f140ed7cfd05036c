import { Trans, t } from "#web/language/macros.ts";
import { lazy, Suspense, useState } from "react";
import type { ReactNode } from "react";
import type { HealthDetails } from "#shared/health.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { RelativeTime } from "#web/ui/time.tsx";

const WhatsNew = lazy(() => import("./whats-new.tsx"));

export function VersionCard({ version }: { version: HealthDetails["version"] }) {
  const { product, commit, deployedAt, esiCompatibilityDate } = version;
  const [isOpen, setIsOpen] = useState(false);
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
      <Button
        size="sm"
        className="mt-4"
        aria-expanded={isOpen}
        onClick={() => setIsOpen((was) => !was)}
      >
        <Trans>What is new</Trans>
      </Button>
      <Suspense>{isOpen && <WhatsNew version={product} />}</Suspense>
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
