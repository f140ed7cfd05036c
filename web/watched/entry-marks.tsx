import { t } from "#web/language/macros.ts";
import type { WatchEntry, WatchSubject } from "#shared/watchlist.ts";
import { AllianceLogo, CorporationLogo, Portrait } from "#web/eve/images.tsx";
import { Chip } from "#web/ui/chip.tsx";

export function LevelChip({ level }: Pick<WatchEntry, "level">) {
  return level === "refuse" ? (
    <Chip tone="danger">{t`Refuse`}</Chip>
  ) : (
    <Chip tone="warn" icon="eye">{t`Watch`}</Chip>
  );
}

type SubjectImageProps = { subject: WatchSubject; eveId: number; size?: 24 | 40 };

export function SubjectImage({ subject, eveId, size = 40 }: SubjectImageProps) {
  switch (subject) {
    case "pilot":
      return <Portrait characterId={eveId} size={size} />;
    case "corporation":
      return <CorporationLogo corporationId={eveId} size={size} />;
    case "alliance":
      return <AllianceLogo allianceId={eveId} size={size} />;
  }
}
