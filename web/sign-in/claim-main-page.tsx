import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useLocation, useNavigate } from "react-router";
import type { CharacterSummary } from "#shared/session.ts";
import { Portrait } from "#web/eve/images.tsx";
import { Lock } from "#web/eve/lock.tsx";
import { messageOf } from "#web/lib/api/api-error.ts";
import { paths } from "#web/lib/paths.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { FullPage } from "#web/ui/page/full-page.tsx";
import { claimMain } from "./queries.ts";

export default function ClaimMainPage() {
  const character = readCharacter(useLocation().state);
  return character ? <Claim character={character} /> : <Missing />;
}

function Claim({ character }: { character: CharacterSummary }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const claim = useMutation({
    mutationFn: () => claimMain(client, character.characterId),
    onSuccess: () => navigate(paths.dashboard, { replace: true }),
  });
  const isBusy = claim.isPending || claim.isSuccess;
  return (
    <FullPage title="Claim Your Main Character" pageTitle="Claim your main">
      <div className="grid w-full justify-items-center gap-5 rounded-card border border-line-faint bg-surface-1 p-6">
        <Lock isWide>
          <Portrait characterId={character.characterId} size={128} />
        </Lock>
        <p className="font-display text-xl font-semibold">{character.characterName}</p>
        <p className="text-text-2">
          A new account is created for this character. Groups and Discord will know you by its name.
          You can link more characters later, and choose another main at any time.
        </p>
        {claim.isError && (
          <Alert tone="danger" title="Failed to create account. Please try again.">
            {messageOf(claim.error, "")}
          </Alert>
        )}
        <div className="flex flex-wrap justify-center gap-2">
          <Button
            variant="primary"
            isBusy={isBusy}
            busyLabel="Creating Account..."
            onClick={() => claim.mutate()}
          >
            Claim as Main Character
          </Button>
          <Button isDisabled={isBusy} onClick={() => navigate(paths.home)}>
            Cancel
          </Button>
        </div>
      </div>
    </FullPage>
  );
}

function Missing() {
  return (
    <FullPage title="Missing Character Information">
      <p className="text-text-2">
        No character information found. Please start the login process again.
      </p>
      <ButtonLink variant="primary" to={paths.home}>
        Return to Home
      </ButtonLink>
    </FullPage>
  );
}

/** Navigation state comes from the browser's history and may contain anything. */
function readCharacter(state: unknown): CharacterSummary | undefined {
  const { characterId, characterName } = (state ?? {}) as Partial<CharacterSummary>;
  if (typeof characterId !== "number" || typeof characterName !== "string") return undefined;
  return { characterId, characterName };
}
