import type { CharacterSummary } from "#shared/session.ts";
import { grantDirectorAccess } from "#web/eve/director-access/grant.ts";
import { useAuthorization } from "#web/lib/api/use-authorization.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { FullPage } from "#web/ui/page/full-page.tsx";

/** After a sign-in that has cost a director's access: EVE replaces a grant by a narrower one. */
export default function AccessLost({ character, to }: { character: CharacterSummary; to: string }) {
  const { characterId, characterName } = character;
  const grant = useAuthorization(() => grantDirectorAccess(characterId, to));
  return (
    <FullPage title="Restore your director access" pageTitle="Director access">
      <p className="bg-void text-text-2">
        You are logged in. A corporation relies on the director access of <bdi>{characterName}</bdi>
        , and this login did not include it. Grant it again to keep the corporation’s data up to
        date.
      </p>
      {grant.error && (
        <Alert tone="danger">The sign-in at EVE could not be started. Try again.</Alert>
      )}
      <div className="flex flex-wrap justify-center gap-2">
        <Button
          variant="primary"
          isBusy={grant.isBusy}
          busyLabel="Redirecting..."
          onClick={() => grant.start()}
        >
          Grant director access
        </Button>
        <ButtonLink to={to}>Continue without it</ButtonLink>
      </div>
    </FullPage>
  );
}
