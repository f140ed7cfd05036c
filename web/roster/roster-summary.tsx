import { Plural, Trans, ph, plural, t } from "#web/language/macros.ts";
import type { Roster, RosterCount } from "#shared/corporations/roster.ts";
import { formatInteger } from "#web/lib/format.ts";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useId } from "react";
import { useAction } from "#web/lib/form/use-action.ts";
import { useNow, formatDate } from "#web/lib/time.ts";
import { Button } from "#web/ui/button.tsx";
import { RelativeTime } from "#web/ui/time.tsx";
import { readNowMutation, refreshRoster } from "./queries.ts";
import { VisuallyHidden } from "#web/ui/text.tsx";

/** How many of the members are registered, now and over time, and what is known about the list itself. */
export function RosterSummary({ roster }: { roster: Roster }) {
  const { members, registered, lost, joined, left, hasTracking, history } = roster;
  const share = members === 0 ? 0 : (registered / members) * 100;
  return (
    <>
      <ListNote roster={roster} />
      <section
        aria-label={t({ context: "number of pilots", message: "Registered" })}
        className="grid border-b border-line-faint md:grid-cols-[16rem_minmax(0,1fr)]"
      >
        <div className="p-4">
          <p className="text-sm text-text-2">
            <Trans context="number of pilots">Registered</Trans>
          </p>
          <p className="font-display text-3xl font-semibold tabular-nums">
            <Trans>
              {ph({ registered: formatInteger(registered) })}{" "}
              <span className="font-ui text-md font-normal text-text-2">
                of <Plural value={members} one="# member" other="# members" />
              </span>
            </Trans>
          </p>
          <div
            aria-hidden="true"
            className="mt-1 mb-3 h-1.5 overflow-hidden rounded-bar bg-surface-3"
          >
            <div className="h-full bg-signal" style={{ width: `${share.toFixed(1)}%` }} />
          </div>
          <dl className="grid grid-cols-[1fr_auto] gap-y-1 text-sm tabular-nums">
            <dt className="text-text-2">
              <Trans context="number of pilots">Missing</Trans>
            </dt>
            <dd>
              {plural({ count: members - registered }, { one: "# member", other: "# members" })}
            </dd>
            <dt className="text-text-2">{t`Authorization lost`}</dt>
            <dd>{plural(lost, { one: "# member", other: "# members" })}</dd>
            {roster.source === "list" && (
              <>
                <dt className="text-text-2">{hasTracking ? t`Joined, 7 days` : t`Left, 7 days`}</dt>
                <dd>{hasTracking ? t`${joined}, left ${left}` : left}</dd>
              </>
            )}
          </dl>
        </div>
        <figure className="border-line-faint p-4 max-md:border-t md:border-l">
          <figcaption className="mb-3 text-sm">
            <Trans>
              <span className="font-semibold">Registered and missing</span>{" "}
              <span className="text-text-2">characters, up to 12 months</span>
            </Trans>
          </figcaption>
          <RosterChart history={history} />
        </figure>
      </section>
    </>
  );
}

/** Where the list comes from, where that limits it. */
function ListNote({ roster }: { roster: Roster }) {
  const { source, members, doubtfulCount } = roster;
  if (source === "sign_ins") {
    return (
      <div className="p-4 pb-0">
        <Alert tone="warn" title={t`No director can read the members`}>
          <Trans>
            The <Plural value={members} one="# character" other="# characters" /> below are known
            from their own sign-ins. Any member can lend the whole list: add them under Directors
            and let them authorize. Without the in-game role, Muster reads the list of members with
            their authorization and nothing else.
          </Trans>
        </Alert>
      </div>
    );
  }
  return (
    <>
      {doubtfulCount !== null && (
        <div className="p-4 pb-0">
          <Alert
            tone="warn"
            title={t`EVE’s last list has only ${plural(doubtfulCount, { one: "# member", other: "# members" })}`}
          >
            <Trans>
              EVE may be wrong. Members count as gone only when the next list lacks them too and
              EVE’s public number of members agrees.
            </Trans>
          </Alert>
        </div>
      )}
      <ReadingNote roster={roster} />
    </>
  );
}

/** How old EVE's list is, and when it is read again; system administrators can read it now. */
function ReadingNote({ roster }: { roster: Roster }) {
  const { isReading, hasTracking, settings, corporation } = roster;
  const { corporationId } = corporation;
  const client = useQueryClient();
  const read = useAction(readNowMutation, t`The list could not be read. Please try again.`);
  useEffect(() => {
    if (!isReading) return;
    return () => void refreshRoster(client, corporationId);
  }, [client, corporationId, isReading]);
  return (
    <div className="grid gap-3 px-4 pt-3 text-sm text-text-2">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>
          {hasTracking ? (
            <Reading roster={roster} />
          ) : (
            <Trans>
              <Reading roster={roster} />. No director reads when members joined and were last in
              game
            </Trans>
          )}
        </p>
        {settings !== null && (
          <Button
            size="sm"
            isBusy={isReading || read.isPending}
            busyLabel={t`Reading...`}
            onClick={() => void read.act(corporationId)}
          >
            {t`Read now`}
          </Button>
        )}
      </div>
      {read.failure && <Alert>{read.failure}</Alert>}
    </div>
  );
}

function Reading({ roster: { asOf, isReading, nextDue } }: { roster: Roster }) {
  const now = useNow("minute");
  const isDue = nextDue !== null && Date.parse(nextDue) <= now;
  if (asOf === null) {
    if (isReading) return t`No list of members yet, the next is read now`;
    if (nextDue === null) return t`No list of members yet`;
    if (isDue) return t`No list of members yet, the next is due now`;
    return (
      <Trans>
        No list of members yet, the next <RelativeTime at={nextDue} />
      </Trans>
    );
  }
  const age = <RelativeTime at={asOf} />;
  if (isReading) return <Trans>EVE’s list from {age}, the next is read now</Trans>;
  if (nextDue === null) return <Trans>EVE’s list from {age}</Trans>;
  if (isDue) return <Trans>EVE’s list from {age}, the next is due now</Trans>;
  return (
    <Trans>
      EVE’s list from {age}, the next <RelativeTime at={nextDue} />
    </Trans>
  );
}

const WIDTH = 960;
const HEIGHT = 136;

/** Registered members as a line, all members as dashes, and who is missing hatched between them. */
function RosterChart({ history }: { history: readonly RosterCount[] }) {
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
  const step = [1, 2, 4, 5, 10].find((round) => round * magnitude >= highest) ?? 10;
  return Math.max(2, step * magnitude);
}
