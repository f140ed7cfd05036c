import type { CheckState, HealthCheck } from "#shared/health.ts";
import type { ChipTone } from "#web/ui/chip.tsx";
import type { IconName } from "#web/ui/icon.tsx";

/** Each state has a word and a sign: none is told by its colour alone. */
export const STATES: Record<CheckState, { word: string; tone: ChipTone; icon: IconName }> = {
  failed: { word: "Failed", tone: "danger", icon: "close" },
  warning: { word: "Warning", tone: "warn", icon: "alert" },
  unknown: { word: "Unknown", tone: "neutral", icon: "info" },
  ok: { word: "OK", tone: "ok", icon: "check" },
};

const ORDER = Object.keys(STATES);

/** Whoever comes here comes for what does not work. */
export function worstFirst(checks: readonly HealthCheck[]): HealthCheck[] {
  return checks.toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state));
}
