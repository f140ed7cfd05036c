import type { Corporation } from "#shared/corporations/corporations.ts";
import { Chip } from "#web/ui/chip.tsx";

/** The result of the last verification. */
export function AccessChip({ of: { assignedCharacterId, isVerified } }: { of: Corporation }) {
  if (assignedCharacterId === null) return <Chip icon="person">No Director</Chip>;
  return isVerified ? <Chip tone="ok">Verified</Chip> : <Chip tone="warn">Unverified</Chip>;
}

/** An inactive corporation is neither checked nor fetched. */
export function ActiveChip({ isActive }: { isActive: boolean }) {
  return isActive ? (
    <Chip tone="signal" icon="activity">
      Active
    </Chip>
  ) : (
    <Chip icon="close">Inactive</Chip>
  );
}
