import { Trans } from "#web/language/macros.ts";
import { Chip } from "#web/ui/chip.tsx";

export function OnChip({ isOn }: { isOn: boolean }) {
  return isOn ? (
    <Chip tone="ok">
      <Trans>On</Trans>
    </Chip>
  ) : (
    <Chip icon="pause">
      <Trans>Off</Trans>
    </Chip>
  );
}
