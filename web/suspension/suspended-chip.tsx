import { ph, t } from "#web/language/macros.ts";
import type { SuspensionMark } from "#shared/account/suspension.ts";
import { formatDate } from "#web/lib/time.ts";
import { Chip } from "#web/ui/chip.tsx";

/** Marks a suspended user in a list; nothing for others. */
export function SuspendedChip({ suspension }: { suspension: SuspensionMark | null }) {
  if (suspension === null) return null;
  const { until } = suspension;
  return (
    <Chip tone="danger" icon="lock">
      {until === null ? t`Suspended` : t`Suspended until ${ph({ until: formatDate(until) })}`}
    </Chip>
  );
}
