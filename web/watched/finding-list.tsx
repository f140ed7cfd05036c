import { Trans, ph, t } from "#web/language/macros.ts";
import { Link } from "react-router";
import type { WatchFinding } from "#shared/watchlist.ts";
import { Portrait } from "#web/eve/images.tsx";
import { useSession } from "#web/lib/api/session.ts";
import { paths } from "#web/lib/paths.ts";
import { formatDate } from "#web/lib/time/time.ts";
import { Chip } from "#web/ui/chip.tsx";

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
        const { characterId, fact, name, mainName, userId, isSeen = true } = finding;
        const to = user?.is_admin ? paths.adminPilot(userId) : paths.character(characterId);
        return (
          <li key={`${characterId} ${fact}`} className="flex items-start gap-2.5">
            <Portrait characterId={characterId} size={32} />
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-x-2">
                <Link to={to} className="link font-medium wrap-anywhere">
                  <bdi>{name}</bdi>
                </Link>
                {mainName !== name && (
                  <span className="wrap-anywhere text-text-2">
                    <Trans>
                      alt of <bdi>{mainName}</bdi>
                    </Trans>
                  </span>
                )}
                {!isSeen && <Chip tone="signal">{t({ context: "hit", message: "New" })}</Chip>}
              </p>
              <p className="text-sm text-text-2">{factText(finding)}</p>
            </div>
          </li>
        );
      })}
    </ul>
  );
}

export function factText({ fact, since, until }: WatchFinding): string {
  const [from, to] = [since && formatDate(since), until && formatDate(until)];
  switch (fact) {
    case "pilot":
      return t`Is this pilot`;
    case "corporation":
    case "alliance":
      if (to !== null) return t`Was in it until ${ph({ date: to })}`;
      return from === null ? t`Is in it` : t`Is in it, read on ${ph({ date: from })}`;
    case "history":
      return from === null || to === null
        ? t`Was in it, as EVE’s history says`
        : t`Was in it from ${ph({ from })} to ${ph({ to })}, as EVE’s history says`;
    case "belonged":
      return to === null
        ? t`Belonged to this pilot’s account`
        : t`Belonged to this pilot’s account until ${ph({ date: to })}`;
  }
}
