import { Trans, ph, t } from "#web/language/macros.ts";
import type { SessionEnd } from "#web/lib/api/session-token.ts";
import { Alert } from "#web/ui/feedback/alert.tsx";

type ArrivalNoteProps = { end: SessionEnd | null; returnTo: string | undefined };

/** Why the visitor is on the landing page; nothing for a plain visit. */
export function ArrivalNote({ end, returnTo }: ArrivalNoteProps) {
  if (end === null && returnTo === undefined) return null;
  return (
    <div className="mb-5 max-w-136">
      {end === null ? (
        <Alert title={t`Log in to see this page`}>
          <Trans>After the login you return to it.</Trans>
        </Alert>
      ) : end.characterName === null ? (
        <Alert tone="warn" title={t`Your session ended`}>
          {returnTo === undefined
            ? t`Log in to continue.`
            : t`Log in to return to the page that you were on.`}
        </Alert>
      ) : (
        <Alert
          tone="warn"
          title={
            <Trans>
              <bdi>{ph({ characterName: end.characterName })}</bdi> is now on another account
            </Trans>
          }
        >
          <Trans>
            EVE reports a new owner, and your account here has no other character. If you still play{" "}
            <bdi>{ph({ characterName: end.characterName })}</bdi>, log in with it to get the account
            back.
          </Trans>
        </Alert>
      )}
    </div>
  );
}
