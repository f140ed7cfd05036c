import type { RequesterFacts } from "#shared/groups/requests.ts";
import { DAY_MS } from "#shared/time.ts";
import { formatCount, formatSp } from "#web/lib/format.ts";
import { formatDate } from "#web/lib/time/time.ts";
import { useNow } from "#web/lib/time/use-now.ts";

const DAYS_A_MONTH = 30.44;
const MONTHS_A_YEAR = 12;

/** One line about the requester's main, as far as EVE has answered for it. */
export function RequestFacts({ facts }: { facts: RequesterFacts }) {
  const now = useNow("minute");
  const { corporationName, allianceId, allianceName, totalSp, birthday, altCount } = facts;
  return (
    <ul className="flex flex-wrap gap-x-2 text-sm text-text-2 [&>li]:wrap-anywhere [&>li:not(:last-child)]:after:ml-2 [&>li:not(:last-child)]:after:content-['·']">
      <li>{corporationName === null ? "Corporation unknown" : <bdi>{corporationName}</bdi>}</li>
      {corporationName !== null && (
        <li>
          {allianceId === null ? "No alliance" : <bdi>{allianceName ?? "Unknown alliance"}</bdi>}
        </li>
      )}
      {totalSp !== null && <li className="tabular-nums">{formatSp(totalSp)} SP</li>}
      {birthday !== null && (
        <li className="tabular-nums" title={`Created ${formatDate(birthday)}`}>
          {ageOf(birthday, now)} old
        </li>
      )}
      {altCount !== null && (
        <li className="tabular-nums">
          {altCount === 0 ? "No alts" : formatCount(altCount, "alt")}
        </li>
      )}
    </ul>
  );
}

/** "19 days", "5 mo", "2 y", "2 y 4 mo" */
export function ageOf(birthday: string, now: number): string {
  const days = Math.max(0, Math.floor((now - Date.parse(birthday)) / DAY_MS));
  const months = Math.floor(days / DAYS_A_MONTH);
  if (months < 2) return formatCount(days, "day");
  const years = Math.floor(months / MONTHS_A_YEAR);
  const rest = months % MONTHS_A_YEAR;
  if (years === 0) return `${months} mo`;
  return rest === 0 ? `${years} y` : `${years} y ${rest} mo`;
}
