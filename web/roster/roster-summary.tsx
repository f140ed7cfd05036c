import { Plural, Trans, ph, plural, t } from "#web/language/macros.ts";
import type { Roster } from "#shared/corporations/roster.ts";
import { formatInteger } from "#web/lib/format.ts";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { ReadingNote } from "./reading-note.tsx";
import { RosterChart } from "./roster-chart.tsx";

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
            <dt className="text-text-2">
              <Trans>Authorization lost</Trans>
            </dt>
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
