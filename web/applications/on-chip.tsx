import { Chip } from "#web/ui/chip.tsx";

export function OnChip({ isOn }: { isOn: boolean }) {
  return isOn ? <Chip tone="ok">On</Chip> : <Chip icon="pause">Off</Chip>;
}
