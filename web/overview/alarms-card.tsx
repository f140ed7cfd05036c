import { Trans, ph, t } from "#web/language/macros.ts";
import { Link } from "react-router";
import type { Overview } from "#shared/overview.ts";
import { System } from "#web/eve/location.tsx";
import { paths } from "#web/lib/paths.ts";
import { timeLeft, useNow } from "#web/lib/time.ts";
import { Card } from "#web/ui/card.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { EveMoment } from "#web/ui/time.tsx";

/** Who is told of an attack, and the timers that run. Absent until EVE has told directors of an alarm, or a channel was chosen. */
export function AlarmsCard({ alarmed, timers }: Pick<Overview, "alarmed" | "timers">) {
  const now = useNow("minute");
  const running = timers.filter(({ endsAt }) => Date.parse(endsAt) > now);
  const nameOf = new Map(alarmed.map(({ corporationId, name }) => [corporationId, name]));
  return (
    <Card isFlush title={t`Alarms`}>
      <ul aria-label={t`Who is told of an attack`} className="divide-y divide-line-faint">
        {alarmed.map(({ corporationId, name, channelName }) => (
          <li
            key={corporationId}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2.5"
          >
            <Link className="link wrap-anywhere" to={alarmsOf(corporationId)}>
              <bdi>{name}</bdi>
            </Link>
            {channelName === null ? (
              <Chip tone="danger">{t`No one is told of an attack`}</Chip>
            ) : (
              <span className="text-sm text-text-2">
                <Trans>
                  attacks are told in <bdi>#{ph({ channel: channelName })}</bdi>
                </Trans>
              </span>
            )}
          </li>
        ))}
      </ul>
      {running.length > 0 && (
        <>
          <h3 className="border-t border-line-faint px-4 pt-3 text-base">{t`Running timers`}</h3>
          <ul className="divide-y divide-line-faint">
            {running.map(({ id, corporationId, text, endsAt, ...place }) => (
              <li
                key={id}
                className="flex flex-wrap justify-between gap-x-4 gap-y-1 px-4 py-2.5 wrap-anywhere"
              >
                <span>
                  <b>
                    <bdi>{text}</bdi>
                  </b>
                  <br />
                  <small className="flex flex-wrap gap-x-2 text-text-2">
                    {place.systemId !== null && (
                      <System
                        id={place.systemId}
                        name={place.systemName}
                        securityStatus={place.security}
                      />
                    )}
                    <bdi>{nameOf.get(corporationId)}</bdi>
                  </small>
                </span>
                <span className="text-text-2 tabular-nums">
                  <Trans>
                    <EveMoment at={endsAt} />, in {ph({ left: timeLeft(Date.parse(endsAt) - now) })}
                  </Trans>
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}

const alarmsOf = (corporationId: number) => `${paths.adminCorporation(corporationId)}?tab=alarms`;
