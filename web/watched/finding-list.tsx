import { t } from "#web/language/macros.ts";
import type { WatchFinding, WatchSubject } from "#shared/watchlist.ts";
import { Portrait, AllianceLogo, CorporationLogo } from "#web/eve/images.tsx";
import { PilotName } from "#web/eve/pilot-name.tsx";
import { factText } from "#web/eve/watch.tsx";
import { useSession } from "#web/lib/api/session.ts";
import { paths } from "#web/lib/paths.ts";
import { Chip } from "#web/ui/chip.tsx";

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

type FindingListProps = {
  label: string;
  findings: readonly (WatchFinding & { isSeen?: boolean })[];
};

/** Who is hit, and by which fact with its date. */
export function FindingList({ label, findings }: FindingListProps) {
  const { user } = useSession();
  return (
    <ul aria-label={label} className="grid gap-2.5">
      {findings.map((finding) => {
        const { characterId, fact, name, ticker, mainName, userId, isSeen = true } = finding;
        const to = user?.is_admin ? paths.adminPilot(userId) : paths.character(characterId);
        return (
          <li key={`${characterId} ${fact}`}>
            <PilotName
              characterId={characterId}
              name={name}
              ticker={ticker}
              to={to}
              main={mainName === name ? null : { name: mainName }}
            >
              <span>{factText(finding)}</span>
              {!isSeen && <Chip tone="signal">{t({ context: "hit", message: "New" })}</Chip>}
            </PilotName>
          </li>
        );
      })}
    </ul>
  );
}
