import { Trans } from "#web/language/macros.ts";
import { Chip } from "#web/ui/chip.tsx";

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
