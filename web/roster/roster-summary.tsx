import type { Roster } from "#shared/corporations/roster.ts";
import { formatCount, formatInteger } from "#web/lib/format.ts";
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
        aria-label="Registered"
        className="grid border-b border-line-faint md:grid-cols-[16rem_minmax(0,1fr)]"
      >
        <div className="p-4">
          <p className="text-sm text-text-2">Registered</p>
          <p className="font-display text-3xl font-semibold tabular-nums">
            {formatInteger(registered)}{" "}
            <span className="font-ui text-md font-normal text-text-2">
              of {formatCount(members, "member")}
            </span>
          </p>
          <div
            aria-hidden="true"
            className="mt-1 mb-3 h-1.5 overflow-hidden rounded-bar bg-surface-3"
          >
            <div className="h-full bg-signal" style={{ width: `${share.toFixed(1)}%` }} />
          </div>
          <dl className="grid grid-cols-[1fr_auto] gap-y-1 text-sm tabular-nums">
            <dt className="text-text-2">Missing</dt>
            <dd>{formatCount(members - registered, "member")}</dd>
            <dt className="text-text-2">Authorization lost</dt>
            <dd>{formatCount(lost, "member")}</dd>
            {roster.source === "list" && (
              <>
                <dt className="text-text-2">{hasTracking ? "Joined" : "Left"}, 7 days</dt>
                <dd>{hasTracking ? `${joined}, left ${left}` : left}</dd>
              </>
            )}
          </dl>
        </div>
        <figure className="border-line-faint p-4 max-md:border-t md:border-l">
          <figcaption className="mb-3 text-sm">
            <span className="font-semibold">Registered and missing</span>{" "}
            <span className="text-text-2">characters, up to 12 months</span>
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
        <Alert tone="warn" title="No director can read the members">
          The {formatCount(members, "character")} below are known from their own sign-ins. Any
          member can lend the whole list: add them under Directors and let them authorize. Without
          the in-game role, Muster reads the list of members with their authorization and nothing
          else.
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
            title={`EVE’s last list has only ${formatCount(doubtfulCount, "member")}`}
          >
            That may be a mistake of EVE. Members count as gone only when the next list lacks them
            too and EVE’s public number of members agrees.
          </Alert>
        </div>
      )}
      <ReadingNote roster={roster} />
    </>
  );
}
