import { Trans, ph, t } from "#web/language/macros.ts";
import { messageOf } from "#web/lib/api/api-error.ts";
import { api, body } from "#web/lib/api/api.ts";
import { useSession } from "#web/lib/api/session.ts";
import { useAuthorization } from "#web/lib/api/use-authorization.ts";
import type { ActName } from "./acts.ts";
import { keepIntent } from "./intent.ts";
import type { Intent } from "./intent.ts";

/** The question that leads to EVE. Afterwards the act goes on by itself (`resumeIntent`). */
export function useProof<Name extends ActName>(intent: Intent<Name>) {
  const { user } = useSession();
  const main = user?.characters.find(({ characterId }) => characterId === user.mainCharacterId);
  const authorization = useAuthorization(async () => {
    const answer = await body(api.auth.proof.start.$post());
    if (user) keepIntent(user.id, intent);
    return answer;
  });
  return {
    title: t`Confirm with EVE that this is you`,
    // The dialog stays open and its focus where it is: the alert tells screen readers what it says now.
    description: (
      <p role="alert">
        {main ? (
          <Trans>
            Sign in at EVE as <bdi>{ph({ characterName: main.characterName })}</bdi> again, and
            Muster completes the change. This protects your account if a session is stolen.
          </Trans>
        ) : (
          <Trans>
            Sign in at EVE again, and Muster completes the change. This protects your account if a
            session is stolen.
          </Trans>
        )}
      </p>
    ),
    confirmLabel: t`Continue to EVE`,
    busyLabel: t`Redirecting...`,
    isBusy: authorization.isBusy,
    error: authorization.error
      ? messageOf(authorization.error, t`EVE's sign-in could not be started. Try again.`)
      : undefined,
    onConfirm: () => authorization.start(),
  };
}
