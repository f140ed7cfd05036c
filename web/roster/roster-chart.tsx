import { Trans, ph, t } from "#web/language/macros.ts";
import { useId } from "react";
import type { RosterCount } from "#shared/corporations/roster.ts";
import { formatInteger } from "#web/lib/format.ts";
import { formatDate } from "#web/lib/time/time.ts";
import { VisuallyHidden } from "#web/ui/visually-hidden.tsx";

const WIDTH = 960;
const HEIGHT = 136;

/** Registered members as a line, all members as dashes, and who is missing hatched between them. */
export function RosterChart({ history }: { history: readonly RosterCount[] }) {
  const hatch = useId();
  const [first, last] = [history[0], history.at(-1)];
  if (first === undefined || last === undefined || history.length < 2) {
    return (
      <p className="text-sm text-text-2">
        <Trans>
          The chart begins with the second day of readings. Muster keeps one number a day.
        </Trans>
      </p>
    );
  }
  const top = niceTop(Math.max(...history.map(({ members }) => members)));
  const [from, to] = [Date.parse(first.day), Date.parse(last.day)];
  const x = (day: string) => ((Date.parse(day) - from) / (to - from)) * WIDTH;
  const y = (value: number) => HEIGHT - (value / top) * HEIGHT;
  const line = (value: (count: RosterCount) => number) =>
    history.map((count) => `${x(count.day).toFixed(1)} ${y(value(count)).toFixed(1)}`);
  const members = line((count) => count.members);
  const registered = line((count) => count.registered);
  const missing = last.members - last.registered;
  const label = t`Registered members went from ${ph({ before: first.registered })} of ${ph({ membersBefore: first.members })} on ${ph({ firstDay: formatDate(first.day) })} to ${ph({ now: last.registered })} of ${ph({ membersNow: last.members })} on ${ph({ lastDay: formatDate(last.day) })}.`;
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-2 text-2xs text-text-2 tabular-nums">
      <VisuallyHidden>{label}</VisuallyHidden>
      <div aria-hidden="true" className="flex flex-col justify-between text-end">
        <span>{formatInteger(top)}</span>
        <span>{formatInteger(top / 2)}</span>
        <span>0</span>
      </div>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-34 w-full overflow-visible"
      >
        <defs>
          <pattern
            id={hatch}
            width="7"
            height="7"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <path d="M0 0V7" className="stroke-warn/40" strokeWidth="2" />
          </pattern>
        </defs>
        {[0, 0.5, 1].map((part) => (
          <path
            key={part}
            d={`M0 ${HEIGHT * part}H${WIDTH}`}
            className="stroke-line-faint"
            vectorEffect="non-scaling-stroke"
          />
        ))}
        <path
          d={`M${members.join("L")}L${registered.toReversed().join("L")}Z`}
          fill={`url(#${hatch})`}
        />
        <path
          d={`M${registered.join("L")}L${WIDTH} ${HEIGHT}L0 ${HEIGHT}Z`}
          className="fill-signal/15"
        />
        <path
          d={`M${members.join("L")}`}
          fill="none"
          className="stroke-warn"
          strokeWidth="1.5"
          strokeDasharray="4 3"
          vectorEffect="non-scaling-stroke"
        />
        <path
          d={`M${registered.join("L")}`}
          fill="none"
          className="stroke-signal"
          strokeWidth="2"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <div aria-hidden="true" className="flex flex-col justify-between">
        <span className="text-warn">
          <Trans context="number of pilots">
            {ph({ missing: formatInteger(missing) })} missing
          </Trans>
        </span>
        <span className="text-signal">
          <Trans>{ph({ registered: formatInteger(last.registered) })} registered</Trans>
        </span>
      </div>
      <div aria-hidden="true" className="col-start-2 mt-1 flex justify-between">
        <span>{formatDate(first.day)}</span>
        <span>{formatDate(last.day)}</span>
      </div>
    </div>
  );
}

/** The next round number, which can be halved. */
function niceTop(highest: number): number {
  const magnitude = 10 ** Math.floor(Math.log10(Math.max(1, highest)));
  const step = [1, 2, 4, 5, 10].find((one) => one * magnitude >= highest) ?? 10;
  return Math.max(2, step * magnitude);
}
