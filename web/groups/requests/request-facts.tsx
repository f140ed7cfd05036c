import { Trans, ph, plural, t } from "#web/language/macros.ts";
import type { RequesterFacts } from "#shared/groups/requests.ts";
import { formatSp } from "#web/lib/format.ts";
import { daysSince, formatDate, useNow } from "#web/lib/time.ts";

const DAYS_A_MONTH = 30.44;
const MONTHS_A_YEAR = 12;

/** One line about the requester's main, as far as EVE has answered for it. */
export function RequestFacts({ facts }: { facts: RequesterFacts }) {
  const now = useNow("minute");
  const { corporationName, allianceId, allianceName, totalSp, birthday, altCount } = facts;
  return (
    <ul className="flex flex-wrap gap-x-2 text-sm text-text-2 [&>li]:wrap-anywhere [&>li:not(:last-child)]:after:ml-2 [&>li:not(:last-child)]:after:content-['·']">
      <li>{corporationName === null ? t`Corporation unknown` : <bdi>{corporationName}</bdi>}</li>
      {corporationName !== null && (
        <li>
          {allianceId === null ? t`No alliance` : <bdi>{allianceName ?? t`Unknown alliance`}</bdi>}
        </li>
      )}
      {totalSp !== null && (
        <li className="tabular-nums">
          <Trans>{ph({ skillPoints: formatSp(totalSp) })} SP</Trans>
        </li>
      )}
      {birthday !== null && (
        <li className="tabular-nums" title={t`Created ${ph({ date: formatDate(birthday) })}`}>
          <Trans>{ph({ age: ageOf(birthday, now) })} old</Trans>
        </li>
      )}
      {altCount !== null && (
        <li className="tabular-nums">
          {altCount === 0 ? t`No alts` : plural(altCount, { one: "# alt", other: "# alts" })}
        </li>
      )}
    </ul>
  );
}

/** "19 days", "5 mo", "2 y", "2 y 4 mo" */
export function ageOf(birthday: string, now: number): string {
  const days = daysSince(birthday, now);
  const months = Math.floor(days / DAYS_A_MONTH);
  if (months < 2) return plural(days, { one: "# day", other: "# days" });
  const years = Math.floor(months / MONTHS_A_YEAR);
  const rest = months % MONTHS_A_YEAR;
  if (years === 0) return t`${months} mo`;
  return rest === 0 ? t`${years} y` : t`${years} y ${rest} mo`;
}
