import { Trans, ph, t } from "#web/language/macros.ts";
import { lazy, Suspense, useState } from "react";
import type { User } from "#shared/session.ts";
import { Button } from "#web/ui/button.tsx";
import type { ButtonVariant } from "#web/ui/button.tsx";
import { VisuallyHidden } from "#web/ui/visually-hidden.tsx";

const GrantDialog = lazy(() => import("./grant-dialog.tsx"));

type GrantButtonProps = {
  character: User["characters"][number];
  variant?: ButtonVariant;
  /** A shorter label, for narrow places. */
  isShort?: boolean;
  /** Also when the scopes were granted: EVE may have revoked them. */
  isAlways?: boolean;
};

/**
 * Starts the sign-in that adds the corporation scopes to the character. Renders nothing once they are granted, or if no
 * managed corporation could use them.
 */
export function GrantButton(props: GrantButtonProps) {
  const { character, variant = "default", isShort = false, isAlways = false } = props;
  const [isOpen, setIsOpen] = useState(false);
  const isUseful = !character.hasDirectorAccess && character.isInManagedCorporation;
  if (!isUseful && !isAlways) return null;
  return (
    <>
      <Button size="sm" variant={variant} onClick={() => setIsOpen(true)}>
        {isShort ? t`Director access` : t`Grant director access`}
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
