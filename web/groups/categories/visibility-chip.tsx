import { say } from "#web/language/messages.ts";
import type { EffectiveVisibility } from "#shared/groups/categories.ts";
import { EFFECTIVE_LABELS } from "#web/lib/labels.ts";
import { Chip } from "#web/ui/chip.tsx";

/** System groups carry a warning mark, because their members do not know about them. */
export function VisibilityChip({ visibility }: { visibility: EffectiveVisibility }) {
  return (
    <Chip tone={visibility === "system" ? "warn" : "neutral"}>
      {say(EFFECTIVE_LABELS[visibility])}
    </Chip>
  );
}
