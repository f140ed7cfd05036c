import { Trans, ph, plural, t } from "#web/language/macros.ts";
import { Chip } from "#web/ui/chip.tsx";
import { COUNT_LIMIT } from "#shared/applications/counts.ts";
import { formatInteger } from "#web/lib/format.ts";

export function OnChip({ isOn }: { isOn: boolean }) {
  return isOn ? (
    <Chip tone="ok">
      <Trans context="application">On</Trans>
    </Chip>
  ) : (
    <Chip icon="pause">
      <Trans context="application">Off</Trans>
    </Chip>
  );
}

/** Instead of a count that is not exact: "999". */
export const mostCounted = (): string => formatInteger(COUNT_LIMIT - 1);

/** "1 person", "12 people", "999+ people": more are not counted. */
export function peopleText(count: number): string {
  return count < COUNT_LIMIT
    ? plural(count, { one: "# person", other: "# people" })
    : t`${ph({ count: mostCounted() })}+ people`;
}

/** "1 person allowed it" */
export function allowedText(count: number): string {
  return count < COUNT_LIMIT
    ? plural(count, { one: "# person allowed it", other: "# people allowed it" })
    : t`${ph({ count: mostCounted() })}+ people allowed it`;
}
