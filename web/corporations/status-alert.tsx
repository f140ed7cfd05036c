import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Trans, msg, plural, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import type { Message } from "#shared/language/messages.ts";
import type {
  CorporationDetail,
  CorporationStatus,
  Director,
} from "#shared/corporations/corporations.ts";
import { isRepairedByGrant } from "./verify.tsx";
import { directorsQuery } from "./queries.ts";
import { AccessRepair } from "#web/eve/grant-button.tsx";
import { useSession } from "#web/lib/api/session.ts";
import { cx } from "#web/lib/cx.ts";
import { paths } from "#web/lib/paths.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import type { AlertTone } from "#web/ui/feedback/alert.tsx";
import { EveMoment } from "#web/ui/time.tsx";

const TONES: Record<CorporationStatus["state"], AlertTone> = {
  inactive: "info",
  no_director: "warn",
  not_checked: "info",
  no_usable_director: "danger",
  some_directors_fail: "warn",
  working: "ok",
};

/** The corporation's status in one sentence, with the repair that is quickest for the reader. */
export function StatusAlert({ corporation }: { corporation: CorporationDetail }) {
  const { state } = corporation.status;
  const text = TEXTS[state];
  const isBroken = state === "no_usable_director" || state === "some_directors_fail";
  return (
    <Alert
      tone={TONES[state]}
      title={titleOf(corporation)}
      action={isBroken && <Repair corporationId={corporation.corporationId} />}
    >
      {text && say(text)}
    </Alert>
  );
}

const TEXTS: Record<CorporationStatus["state"], Message | null> = {
  inactive: msg`Data already read is kept. Activate the corporation to continue.`,
  no_director: msg`Add a director below to read members and everything else.`,
  not_checked: msg`A check runs every half hour. “Verify Access” checks at once.`,
  no_usable_director: msg`Data already read is kept.`,
  some_directors_fail: msg`Data is read with the directors that can be used.`,
  working: null,
};

function titleOf(corporation: CorporationDetail): ReactNode {
  const { status, healthyDirectorCount, directorCount } = corporation;
  switch (status.state) {
    case "inactive":
      return t`Inactive: nothing is checked or read`;
    case "no_director":
      return t`No director: only public data is read`;
    case "not_checked":
      return t`The directors have not been checked yet`;
    case "no_usable_director":
      return <NoDirectorSince since={status.since} />;
    case "some_directors_fail":
      return t`${healthyDirectorCount} of ${plural(directorCount, { one: "# director", other: "# directors" })} healthy`;
    case "working":
      return directorCount === 1
        ? t`Its director is healthy: data is read`
        : t`All ${plural(directorCount, { one: "# director", other: "# directors" })} are healthy: data is read`;
  }
}

function Repair({ corporationId }: { corporationId: number }) {
  const { user } = useSession();
  const { data: directors, isError, refetch } = useQuery(directorsQuery(corporationId));
  if (directors === undefined && isError) {
    return (
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <span className="text-text-2">{t`Failed to load directors`}</span>
        <Button size="sm" onClick={() => void refetch()}>
          {t`Try again`}
        </Button>
      </div>
    );
  }
  const own = new Set(user?.characters.map(({ characterId }) => characterId));
  const first = directors && quickestRepair(directors, own);
  if (first !== undefined) return <AccessRepair {...first} />;
  return (
    // Keeps its place while the directors are read.
    <ButtonLink
      size="sm"
      className={cx(directors === undefined && "invisible")}
      to={`${paths.adminCorporation(corporationId)}#directors`}
    >
      {t`See the directors`}
    </ButtonLink>
  );
}

/** The director whose player can repair it by a new grant: the reader's own, else the first. */
export function quickestRepair(
  directors: readonly Director[],
  own: ReadonlySet<number>,
): Director | undefined {
  const repairable = directors.filter(
    ({ health, problem, isGrantUnchecked }) =>
      health !== "healthy" && isRepairedByGrant(problem) && !isGrantUnchecked,
  );
  return repairable.find(({ characterId }) => own.has(characterId)) ?? repairable[0];
}

/** What follows when no director of a corporation can be used. */
function NoDirectorSince({ since }: { since: string | null }) {
  return (
    <>
      {since === null ? (
        t`No usable director: members are not read`
      ) : (
        <Trans>
          No usable director since <EveMoment at={since} />: members are not read
        </Trans>
      )}
    </>
  );
}
