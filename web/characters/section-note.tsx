import { Trans, t, ph } from "#web/language/macros.ts";
import { sayShared } from "#web/language/messages.ts";
import type { SectionState, PrivateDetail } from "#shared/characters.ts";
import { Icon } from "#web/ui/icon.tsx";
import { EveMoment, RelativeTime } from "#web/ui/time.tsx";
import { describeScopes } from "#web/eve/scopes.ts";
import { useAuthorization } from "#web/lib/api/use-authorization.ts";
import { Button } from "#web/ui/button.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { VisuallyHidden } from "#web/ui/text.tsx";
import { renewAuthorization } from "./queries.ts";

/** The age of a section. */
export function SectionAge({ state }: { state: SectionState | undefined }) {
  if (!state?.updatedAt || state.state === "failed") return null;
  return (
    <span className="text-xs text-text-2">
      <RelativeTime at={state.updatedAt} />
    </span>
  );
}

/** Shown on top of a card whose section could not be refreshed. */
export function SectionWarning({ state }: { state: SectionState | undefined }) {
  if (state?.state !== "failed") return null;
  return (
    <div className="border-b border-line-faint px-4 py-2">
      <StaleNote state={state} />
    </div>
  );
}

/** "Could not refresh, showing data from 14:02" */
export function StaleNote({ what, state }: { what?: string; state: SectionState }) {
  return (
    <p className="flex items-start gap-1.5 text-xs text-warn">
      <span className="mt-0.5">
        <Icon name="alert" size={12} />
      </span>
      <span title={state.error === null ? undefined : sayShared(state.error)}>
        <StaleText what={what} updatedAt={state.updatedAt} />
      </span>
    </p>
  );
}

type StaleTextProps = { what: string | undefined; updatedAt: string | null };

function StaleText({ what, updatedAt }: StaleTextProps) {
  if (updatedAt === null) return what ? t`Could not refresh ${what}` : t`Could not refresh`;
  return what ? (
    <Trans>
      Could not refresh {what}, showing data from <EveMoment at={updatedAt} />
    </Trans>
  ) : (
    <Trans>
      Could not refresh, showing data from <EveMoment at={updatedAt} />
    </Trans>
  );
}

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
  const { start, isBusy } = useAuthorization(renewAuthorization);
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
