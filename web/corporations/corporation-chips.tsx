import { t } from "#web/language/macros.ts";
import type { Corporation } from "#shared/corporations/corporations.ts";
import { Chip } from "#web/ui/chip.tsx";

/** The result of the last verification. */
export function AccessChip({ of: { assignedCharacterId, isVerified } }: { of: Corporation }) {
  if (assignedCharacterId === null) return <Chip icon="person">{t`No Director`}</Chip>;
  return isVerified ? (
    <Chip tone="ok">{t`Verified`}</Chip>
  ) : (
    <Chip tone="warn">{t`Unverified`}</Chip>
  );
}

/** An inactive corporation is neither checked nor fetched. */
export function ActiveChip({ isActive }: { isActive: boolean }) {
  return isActive ? (
    <Chip tone="signal" icon="activity">
      {t`Active`}
    </Chip>
  ) : (
    <Chip icon="close">{t`Inactive`}</Chip>
  );
}
