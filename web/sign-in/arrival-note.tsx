import type { Arrival } from "#web/lib/return-path.ts";
import { Alert } from "#web/ui/feedback/alert.tsx";

/** Why the visitor is on the landing page; nothing for a plain visit. */
export function ArrivalNote({ arrival: { returnTo, ended } }: { arrival: Arrival }) {
  if (ended === undefined && returnTo === undefined) return null;
  return (
    <div className="mb-5 max-w-136">
      {ended === undefined ? (
        <Alert title="Log in to see this page">After the login you return to it.</Alert>
      ) : ended.characterName === null ? (
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
              <bdi>{ended.characterName}</bdi> is now on another account
            </>
          }
        >
          EVE reports a new owner, and your account here has no other character. If you still play{" "}
          <bdi>{ended.characterName}</bdi>, log in with it to get the account back.
        </Alert>
      )}
    </div>
  );
}
