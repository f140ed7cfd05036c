import { msg, ph, plural, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import type { Message } from "#shared/language/messages.ts";
import type { HealthMark } from "#shared/corporations/corporations.ts";
import { enumerated } from "#web/lib/sentence.ts";
import { eveClock, useNow } from "#web/lib/time.ts";
import { Card } from "#web/ui/card.tsx";
import { Icon } from "#web/ui/icon.tsx";

/** Failures are taller, so that the strip can be read without its colours. */
const SLOT_STATES: Record<SlotState, { className: string; label: Message }> = {
  healthy: { className: "h-6 bg-ok-dim border-t-ok", label: msg`all directors healthy` },
  degraded: { className: "h-8 bg-warn", label: msg`some directors with failures` },
  down: { className: "h-10 bg-danger", label: msg`no director can be used` },
  unknown: { className: "h-4 bg-surface-3", label: msg`EVE was unavailable` },
  none: { className: "h-1 bg-surface-3", label: msg`not checked` },
};

/** The health checks of the last 24 h: a strip for sighted users, and a sentence for everyone. */
export function HealthCard({ health }: { health: readonly HealthMark[] }) {
  const slots = slotsOf(health, useNow("minute"));
  return (
    <Card
      anchor="corporation-health"
      title={t`Health, last 24 h`}
      actions={<span className="text-xs text-text-2">{t`30 min per mark`}</span>}
    >
      <div aria-hidden="true" className="flex h-14 items-end gap-px md:gap-0.5">
        {slots.map((slot) => (
          <HealthSlot key={slot.startsAt} slot={slot} />
        ))}
      </div>
      <p className="mt-3 text-sm text-text-2">{slotSummary(slots)}</p>
    </Card>
  );
}

function HealthSlot({ slot: { startsAt, state } }: { slot: Slot }) {
  const { className, label } = SLOT_STATES[state];
  const isFailure = state === "down" || state === "degraded";
  return (
    <span
      title={t`${ph({ time: eveClock(startsAt) })} EVE: ${ph({ state: say(label) })}`}
      className="flex min-w-0 flex-1 flex-col items-center gap-0.5"
    >
      {isFailure && (
        <span className="text-text-2 max-md:hidden">
          <Icon name="alert" size={10} />
        </span>
      )}
      {/* In forced-colors mode only the border is visible. */}
      <span className={`w-full rounded-bar border border-transparent ${className}`} />
    </span>
  );
}

const SLOT_MS = 30 * 60_000;
const SLOT_COUNT = 48;

/** `unknown`: EVE was unavailable for some directors, and the others are healthy. `none`: no check ran. */
type SlotState = "healthy" | "degraded" | "down" | "unknown" | "none";
type Slot = { startsAt: number; state: SlotState };

/** The last 24 hours in slots of 30 minutes, oldest first. A slot with several checks takes the worst result. */
export function slotsOf(health: readonly HealthMark[], now: number): Slot[] {
  const end = (Math.floor(now / SLOT_MS) + 1) * SLOT_MS;
  return Array.from({ length: SLOT_COUNT }, (_, index) => {
    const startsAt = end - (SLOT_COUNT - index) * SLOT_MS;
    const states = new Set(
      health
        .filter(({ at }) => Math.floor(Date.parse(at) / SLOT_MS) * SLOT_MS === startsAt)
        .map(stateOf),
    );
    return { startsAt, state: WORST_FIRST.find((state) => states.has(state)) ?? "none" };
  });
}

const WORST_FIRST: SlotState[] = ["down", "degraded", "unknown", "healthy"];

function stateOf({ directors, healthy, failing, unknown }: HealthMark): SlotState {
  if (healthy + failing === 0) return "down";
  if (healthy < directors) return "degraded";
  return unknown > 0 ? "unknown" : "healthy";
}

/** "46 checks in the last 24 hours: 44 found all directors healthy, 2 found no usable director." */
export function slotSummary(slots: readonly Slot[]): string {
  const count = (state: SlotState) => slots.filter((slot) => slot.state === state).length;
  const checked = SLOT_COUNT - count("none");
  if (checked === 0) return t`No check in the last 24 hours.`;
  const [healthy, degraded] = [count("healthy"), count("degraded")];
  const [down, unknown] = [count("down"), count("unknown")];
  const found = [
    healthy > 0 && t`${healthy} found all directors healthy`,
    degraded > 0 && t`${degraded} found problems`,
    down > 0 && t`${down} found no usable director`,
    unknown > 0 && t`${unknown} could not reach EVE`,
  ].filter((text) => text !== false);
  return t`${plural(checked, { one: "# check", other: "# checks" })} in the last 24 hours: ${ph({ found: enumerated(found) })}.`;
}
