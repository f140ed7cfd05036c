import { Trans, ph, t } from "#web/language/macros.ts";
import type { ConsentQuestion } from "#shared/applications/consent.ts";
import { messageOf } from "#web/lib/api/api-error.ts";
import { api, body } from "#web/lib/api/api.ts";
import { useSession } from "#web/lib/api/session.ts";
import { useAuthorization } from "#web/lib/api/use-authorization.ts";
import { keepIntent } from "#web/proof/intent.ts";
import { Button } from "#web/ui/button.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { ConsentActions, ConsentFrame } from "./consent-frame.tsx";

type ProveCardProps = Pick<Extract<ConsentQuestion, { state: "prove" }>, "application">;

/** The application wants a sign-in at EVE from now, not one from last week. */
export function ProveCard({ application }: ProveCardProps) {
  const { user } = useSession();
  const main = user?.characters.find(({ characterId }) => characterId === user.mainCharacterId);
  const proof = useAuthorization(async () => {
    const answer = await body(api.auth.proof.start.$post());
    if (user) keepIntent(user.id, { act: "continueSignIn", input: null });
    return answer;
  });
  return (
    <ConsentFrame
      title={t`Confirm with EVE that this is you`}
      pageTitle={t`Confirm for ${ph({ applicationName: application.name })}`}
      characterId={main?.characterId ?? null}
      subtitle={
        <p>
          {main ? (
            <Trans>
              <bdi>{ph({ applicationName: application.name })}</bdi> asks for a new sign-in as{" "}
              <bdi>{ph({ characterName: main.characterName })}</bdi>.
            </Trans>
          ) : (
            <Trans>
              <bdi>{ph({ applicationName: application.name })}</bdi> asks for a new sign-in.
            </Trans>
          )}
        </p>
      }
    >
      <ConsentActions>
        {proof.error && (
          <Alert tone="danger">
            {messageOf(proof.error, t`EVE’s sign-in could not be started. Try again.`)}
          </Alert>
        )}
        <Button
          variant="primary"
          size="lg"
          isBusy={proof.isBusy}
          busyLabel={t`Redirecting...`}
          onClick={() => proof.start()}
        >
          <Trans>Continue to EVE</Trans>
        </Button>
      </ConsentActions>
    </ConsentFrame>
  );
}
