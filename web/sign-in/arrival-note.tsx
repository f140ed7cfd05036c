import type { SessionEnd } from "#web/lib/api/session-token.ts";
import { Alert } from "#web/ui/feedback/alert.tsx";

type ArrivalNoteProps = { end: SessionEnd | null; returnTo: string | undefined };

/** Why the visitor is on the landing page; nothing for a plain visit. */
export function ArrivalNote({ end, returnTo }: ArrivalNoteProps) {
  if (end === null && returnTo === undefined) return null;
  return (
    <div className="mb-5 max-w-136">
      {end === null ? (
        <Alert title="Log in to see this page">After the login you return to it.</Alert>
      ) : end.characterName === null ? (
        <Alert tone="warn" title="Your session ended">
          {returnTo === undefined
            ? "Log in to continue."
            : "Log in to return to the page that you were on."}
        </Alert>
      ) : (
        <Alert
          tone="warn"
          title={
            <>
              <bdi>{end.characterName}</bdi> is now on another account
            </>
          }
        >
          EVE reports a new owner, and your account here has no other character. If you still play{" "}
          <bdi>{end.characterName}</bdi>, log in with it to get the account back.
        </Alert>
      )}
    </div>
  );
}
