import { Trans } from "#web/language/macros.ts";
import { eveClock, useNow } from "#web/lib/time.ts";
import { useIsHydrating } from "#web/lib/first-paint.ts";

/** EVE time, which is UTC, as hours and minutes like in the EVE client. */
export function EveClock() {
  const time = eveClock(useNow("minute"));
  const isUnknown = useIsHydrating();
  return (
    <p className="font-display text-sm font-medium whitespace-nowrap text-text-2">
      <Trans>
        <time
          dateTime={`${time}Z`}
          className={isUnknown ? "invisible" : "font-semibold text-text-1"}
        >
          {time}
        </time>{" "}
        EVE
      </Trans>
    </p>
  );
}
