import { Trans, ph, t } from "#web/language/macros.ts";
import { lazy, Suspense } from "react";
import { useSearchParams } from "react-router";
import type { CharacterSummary } from "#shared/session.ts";
import { useSession } from "#web/lib/api/session.ts";
import { Alert } from "#web/ui/feedback/alert.tsx";

const GrantDialog = lazy(() => import("./grant-dialog.tsx"));

/**
 * Opens the grant dialog on a page that was reached by `paths.grantRequest`. Other users read the same text for every
 * character, so the link does not tell them who is a director.
 */
export function GrantRequest({ character }: { character: CharacterSummary }) {
  const { user } = useSession();
  const [params, setParams] = useSearchParams();
  if (user === null || params.get("grant") !== "director") return null;
  const close = () => {
    params.delete("grant");
    setParams(params, { replace: true });
  };
  const own = user.characters.find(({ characterId }) => characterId === character.characterId);
  if (own?.hasDirectorAccess && own.tokenState !== "revoked") {
    return (
      <Alert tone="ok" title={t`Director access is granted`}>
        <Trans>There is nothing more to do.</Trans>
      </Alert>
    );
  }
  if (own) {
    return (
      <Suspense>
        <GrantDialog character={own} onClose={close} />
      </Suspense>
    );
  }
  return (
    <Alert title={t`This link is for another account`}>
      <Trans>
        Only the player of <bdi>{ph({ characterName: character.characterName })}</bdi> can grant its
        director access. If that is you, log out and log in with{" "}
        <bdi>{character.characterName}</bdi>.
      </Trans>
    </Alert>
  );
}
