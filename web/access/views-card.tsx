import { Trans, plural, t } from "#web/language/macros.ts";
import { compareCodes } from "#web/lib/compare.ts";
import { LOST_DAYS } from "#shared/pilots/access.ts";
import type { Access } from "#shared/pilots/access.ts";
import { DateOnly } from "#web/ui/time.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/feedback/list-states.tsx";

type Props = Pick<Access, "views" | "rosterViews" | "reviewViews">;

/** On which days others opened the page of the user, or read the members of a corporation or a reviewed group of the user. */
export function ViewsCard(props: Props) {
  const days = daysOf(props);
  return (
    <Card
      isFlush
      title={t`Who looked at me`}
      actions={
        <span className="text-sm text-text-2">
          <Trans>Last {LOST_DAYS} days</Trans>
        </span>
      }
    >
      {days.length === 0 ? (
        <EmptyState variant="completed" title={t`No one looked`}>
          <Trans>
            In the last {LOST_DAYS} days, no administrator has opened your page under Pilots, and no
            other user has read the members of your corporations, or of your groups for a review.
          </Trans>
        </EmptyState>
      ) : (
        <>
          <ul>
            {days.map(({ day, who, what, times }) => (
              <li
                key={`${day} ${what}`}
                className="border-t border-line-faint px-4 py-3 first:border-t-0"
              >
                <div className="flex flex-wrap items-baseline gap-x-3">
                  <h3 className="min-w-0 font-ui text-md font-medium tracking-normal">{who}</h3>
                  <span className="ml-auto text-sm text-text-2">
                    <DateOnly at={day} />
                  </span>
                </div>
                <p className="text-sm wrap-anywhere text-text-2">
                  {times > 1
                    ? t`${what}, ${plural(times, { one: "# time", other: "# times" })}`
                    : what}
                </p>
              </li>
            ))}
          </ul>
          <p className="border-t border-line-faint px-4 py-3 text-sm text-text-2">
            {t`Visits are recorded once an hour. Lists with only your name are not.`}
          </p>
        </>
      )}
    </Card>
  );
}

type Look = { day: string; who: string; what: string };

/** The latest first. */
function daysOf({ views, rosterViews, reviewViews }: Props): (Look & { times: number })[] {
  const looks: Look[] = [
    ...views.map((at) => ({
      day: at.slice(0, 10),
      who: t`An administrator`,
      what: t`Your page under Pilots`,
    })),
    ...rosterViews.map(({ at, corporationName }) => ({
      day: at.slice(0, 10),
      who: t`An administrator or a leader`,
      what: t`The members of ${corporationName}`,
    })),
    ...reviewViews.map(({ at, groupName }) => ({
      day: at.slice(0, 10),
      who: t`An administrator or the owner`,
      what: t`The members of ${groupName}, for a review`,
    })),
  ];
  const groups = Object.values(Object.groupBy(looks, ({ day, what }) => `${day} ${what}`));
  return groups
    .flatMap((same = []) => same.slice(0, 1).map((look) => ({ ...look, times: same.length })))
    .toSorted((a, b) => compareCodes(b.day, a.day));
}
