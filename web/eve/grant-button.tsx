import { lazy, Suspense, useState } from "react";
import { Trans, ph, t } from "#web/language/macros.ts";
import type { DirectorProblem } from "#shared/corporations/corporations.ts";
import type { User, CharacterSummary } from "#shared/session.ts";
import { Button } from "#web/ui/button.tsx";
import type { ButtonVariant } from "#web/ui/button.tsx";
import { VisuallyHidden } from "#web/ui/text.tsx";
import { useSession } from "#web/lib/api/session.ts";
import { paths } from "#web/lib/paths.ts";
import { CopyButton } from "#web/ui/feedback/copy-button.tsx";

const GrantDialog = lazy(() => import("./grant-dialog.tsx"));

type GrantButtonProps = {
  character: User["characters"][number];
  variant?: ButtonVariant;
  /** A shorter label, for narrow places. */
  isShort?: boolean;
  /** EVE has revoked the scopes: they are granted again, also where they still seem granted. */
  isRevoked?: boolean;
  /** Also when the scopes were granted. */
  isAlways?: boolean;
};

/**
 * Starts the sign-in that adds the corporation scopes to the character. Renders nothing once they are granted, or if no
 * managed corporation could use them.
 */
export function GrantButton(props: GrantButtonProps) {
  const { character, variant = "default", isShort = false } = props;
  const { isRevoked = false, isAlways = false } = props;
  const [isOpen, setIsOpen] = useState(false);
  const isUseful = !character.hasDirectorAccess && character.isInManagedCorporation;
  if (!isUseful && !isAlways) return null;
  return (
    <>
      <Button size="sm" variant={variant} onClick={() => setIsOpen(true)}>
        {isRevoked ? t`Authorize again` : isShort ? t`Director access` : t`Grant director access`}
        <VisuallyHidden>
          {" "}
          <Trans>for {ph({ characterName: character.characterName })}</Trans>
        </VisuallyHidden>
      </Button>
      <Suspense>
        {isOpen && <GrantDialog character={character} onClose={() => setIsOpen(false)} />}
      </Suspense>
    </>
  );
}

type AccessRepairProps = CharacterSummary & { problem: DirectorProblem | null };

/** What restores the director access of a character: the grant if it is the user's own, else a link to send to its player. */
export function AccessRepair({ characterId, characterName, problem }: AccessRepairProps) {
  const { user } = useSession();
  const isRevoked = problem === "token_revoked";
  const own = user?.characters.find((linked) => linked.characterId === characterId);
  if (own) return <GrantButton isAlways isRevoked={isRevoked} character={own} />;
  return (
    <CopyButton
      text={location.origin + paths.grantRequest(characterId)}
      what={t`for the director access of ${characterName}`}
    >
      {isRevoked ? t`Copy link to authorize again` : t`Copy link to grant access`}
    </CopyButton>
  );
}
