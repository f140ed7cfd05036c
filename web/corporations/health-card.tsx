import type { HealthMark } from "#shared/corporations.ts";
import { eveClock } from "#web/lib/time.ts";
import { useNow } from "#web/lib/use-now.ts";
import { Card } from "#web/ui/card.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { slotsOf, summaryOf } from "./health-slots.ts";
import type { Slot, SlotState } from "./health-slots.ts";

/** Failures stand taller: the strip can be read without its colours. */
const LOOKS: Record<SlotState, { look: string; words: string }> = {
  healthy: { look: "h-6 bg-ok-dim border-t-ok", words: "all directors healthy" },
  degraded: { look: "h-8 bg-warn", words: "some directors unhealthy" },
  down: { look: "h-10 bg-danger", words: "no director healthy" },
  unknown: { look: "h-4 bg-surface-3", words: "EVE could not be asked" },
  none: { look: "h-1 bg-surface-3", words: "not checked" },
};

/** The checks of the last day at a glance, and in a sentence. */
export function HealthCard({ health }: { health: readonly HealthMark[] }) {
  const slots = slotsOf(health, useNow("minute"));
  return (
    <Card
      title="Health, last 24 h"
      actions={<span className="text-xs text-text-3">each mark is 30 min</span>}
    >
      <div aria-hidden="true" className="flex h-14 items-end gap-px md:gap-0.5">
        {slots.map((slot) => (
          <HealthSlot key={slot.startsAt} slot={slot} />
        ))}
      </div>
      <p className="mt-3 text-sm text-text-2">{summaryOf(slots)}</p>
    </Card>
  );
}

function HealthSlot({ slot: { startsAt, state } }: { slot: Slot }) {
  const { look, words } = LOOKS[state];
  const isFailure = state === "down" || state === "degraded";
  return (
    <span
      title={`${eveClock(startsAt)} EVE: ${words}`}
      className="flex min-w-0 flex-1 flex-col items-center gap-0.5"
    >
      {isFailure && (
        <span className="text-text-2 max-md:hidden">
          <Icon name="alert" size={10} />
        </span>
      )}
      {/* The border shows where colours are forced. */}
      <span className={`w-full rounded-bar border border-transparent ${look}`} />
    </span>
  );
}
