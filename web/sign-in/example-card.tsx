import { Trans, t } from "#web/language/macros.ts";
import type { ReactNode } from "react";
import { HOUR_MS, MINUTE_MS } from "#shared/time.ts";
import { Lock } from "#web/eve/lock.tsx";
import { SecurityChip } from "#web/eve/security-chip.tsx";
import { QueueBar } from "#web/eve/skills/queue-bar.tsx";
import { SkillPips } from "#web/eve/skills/skill-level.tsx";
import { countdown } from "#web/lib/time/time.ts";
import { Chip } from "#web/ui/chip.tsx";
import { Icon } from "#web/ui/icon.tsx";

const EXAMPLE_MS = (12 * 24 + 10) * HOUR_MS + 25 * MINUTE_MS;

/** An example character sheet with invented data. */
export function ExampleCard() {
  return (
    <section
      aria-label={t`An example of a character card`}
      className="lock lock-signal lock-wide w-full max-w-136 rounded-card border border-line-faint bg-surface-1 p-5"
    >
      <div className="flex items-center gap-4">
        <Lock>
          <span className="grid size-16 place-items-center rounded-control bg-surface-3 text-text-2">
            <Icon name="person" size={28} />
          </span>
        </Lock>
        <div className="min-w-0 flex-1">
          <p className="font-display text-xl/tight font-semibold">Aurelia Voss</p>
          <p className="text-sm text-text-2">Sable Meridian [SBLM] · Null Concord</p>
        </div>
        <Chip tone="gold">
          <Trans>Main</Trans>
        </Chip>
      </div>
      <dl className="mt-5 grid grid-cols-[minmax(4.5rem,auto)_1fr] gap-y-2.5">
        <Fact name={t`Training`}>
          <span className="flex items-center justify-between gap-3">
            Caldari Battleship V
            <SkillPips trained={4} training={5} />
          </span>
        </Fact>
        <Fact name={t`Finishes`}>
          <span className="font-display font-semibold">{countdown(EXAMPLE_MS)}</span>
        </Fact>
        <Fact name={t`Queue`}>
          <QueueBar label={t`41 days in 5 skills`} shares={[0.3, 0.18, 0.22, 0.08, 0.14]} />
        </Fact>
        <Fact name={t`Location`}>
          <SecurityChip status={0.9} /> Jita IV - Moon 4
        </Fact>
        <Fact name={t`Groups`}>
          <span className="flex flex-wrap gap-1.5">
            <Chip>Home Defence</Chip>
            <Chip>Capitals</Chip>
            <Chip>Logistics</Chip>
          </span>
        </Fact>
      </dl>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="col-span-2 grid grid-cols-subgrid items-center">
      <dt className="pr-3 text-sm text-text-2">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
