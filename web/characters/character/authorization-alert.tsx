import { Trans, ph, t } from "#web/language/macros.ts";
import type { PrivateDetail } from "#shared/characters.ts";
import { describeScopes } from "#web/eve/scopes.ts";
import { useAuthorization } from "#web/lib/api/use-authorization.ts";
import { Button } from "#web/ui/button.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { VisuallyHidden } from "#web/ui/visually-hidden.tsx";
import { authorizeAgain } from "./queries.ts";

type AuthorizationAlertProps = {
  characterId: number;
  own: PrivateDetail;
  /** Whether any data of the character is shown. */
  hasData: boolean;
};

/** Explains a missing or lost authorization and offers the sign-in that repairs it. */
export function AuthorizationAlert({ characterId, own, hasData }: AuthorizationAlertProps) {
  if (own.tokenState === "revoked") {
    return (
      <Alert
        tone="warn"
        title={t`EVE no longer lets Muster read this character`}
        action={<AuthorizeButton characterId={characterId}>{t`Authorize again`}</AuthorizeButton>}
      >
        {hasData
          ? t`Data already loaded is kept and shown here. Authorize the character again to refresh it.`
          : t`Authorize the character again to load its data.`}
      </Alert>
    );
  }
  if (own.missingScopes.length === 0) return null;
  return (
    <Alert
      tone="info"
      title={t`Some permissions are missing`}
      action={<AuthorizeButton characterId={characterId}>{t`Grant access`}</AuthorizeButton>}
    >
      <Trans>
        Muster cannot read its {ph({ missingScopes: describeScopes(own.missingScopes) })}.
      </Trans>
    </Alert>
  );
}

type AuthorizeButtonProps = {
  characterId: number;
  /** For screen readers, if the page has several of these buttons. */
  purpose?: string;
  children: string;
};

export function AuthorizeButton({ characterId, purpose, children }: AuthorizeButtonProps) {
  const { start, isBusy } = useAuthorization(authorizeAgain);
  return (
    <Button
      size="sm"
      isBusy={isBusy}
      busyLabel={t`Redirecting...`}
      onClick={() => start(characterId)}
    >
      {children}
      {purpose && <VisuallyHidden> {purpose}</VisuallyHidden>}
    </Button>
  );
}
