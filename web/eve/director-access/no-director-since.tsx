import { Trans } from "#web/language/macros.ts";
import { EveMoment } from "#web/ui/time.tsx";

/** What follows when no director of a corporation can be used. */
export function NoDirectorSince({ since }: { since: string | null }) {
  return (
    <>
      {since === null ? (
        <Trans>No usable director: members are not read</Trans>
      ) : (
        <Trans>
          No usable director since <EveMoment at={since} />: members are not read
        </Trans>
      )}
    </>
  );
}
