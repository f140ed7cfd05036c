import { Trans } from "#web/language/macros.ts";
import type { Corporation } from "#shared/corporations/corporations.ts";
import { Chip } from "#web/ui/chip.tsx";

/** The result of the last verification. */
export function AccessChip({ of: { assignedCharacterId, isVerified } }: { of: Corporation }) {
  if (assignedCharacterId === null)
    return (
      <Chip icon="person">
        <Trans>No Director</Trans>
      </Chip>
    );
  return isVerified ? (
    <Chip tone="ok">
      <Trans>Verified</Trans>
    </Chip>
  ) : (
    <Chip tone="warn">
      <Trans>Unverified</Trans>
    </Chip>
  );
}

/** An inactive corporation is neither checked nor fetched. */
export function ActiveChip({ isActive }: { isActive: boolean }) {
  return isActive ? (
    <Chip tone="signal" icon="activity">
      <Trans>Active</Trans>
    </Chip>
  ) : (
    <Chip icon="close">
      <Trans>Inactive</Trans>
    </Chip>
  );
}
