import { msg } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import type { Message } from "#shared/language/messages.ts";
import type { EffectiveVisibility, Visibility } from "#shared/groups/categories.ts";
import { EFFECTIVE_LABELS } from "#web/lib/labels.ts";
import { Chip } from "#web/ui/chip.tsx";

export const CATEGORY_LABELS: Record<Visibility, Message> = {
  public: msg({ context: "category", message: "Public" }),
  hidden: msg({ context: "category", message: "Hidden" }),
  system: EFFECTIVE_LABELS.system,
};

/** System groups carry a warning mark, because their members do not know about them. */
export function VisibilityChip({ visibility }: { visibility: EffectiveVisibility }) {
  return <LabelChip isSystem={visibility === "system"} label={EFFECTIVE_LABELS[visibility]} />;
}

/** The same of a category. */
export function CategoryChip({ visibility }: { visibility: Visibility }) {
  return <LabelChip isSystem={visibility === "system"} label={CATEGORY_LABELS[visibility]} />;
}

function LabelChip({ isSystem, label }: { isSystem: boolean; label: Message }) {
  return <Chip tone={isSystem ? "warn" : "neutral"}>{say(label)}</Chip>;
}
