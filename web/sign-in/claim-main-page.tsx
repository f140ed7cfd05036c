import { Trans, t } from "#web/language/macros.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import type { ReactNode } from "react";
import { useLocation, useNavigate } from "react-router";
import { Portrait, Lock } from "#web/eve/images.tsx";
import { messageOf, logFailure } from "#web/lib/api/api-error.ts";
import { paths } from "#web/lib/paths.ts";
import { readArrival } from "#web/lib/return-path.ts";
import type { Arrival } from "#web/lib/return-path.ts";
import { usePassingError } from "#web/lib/form/use-passing.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { FullPage } from "#web/ui/page.tsx";
import { cancelClaim, claimMain } from "./queries.ts";
import type { PendingClaim } from "./queries.ts";

const FormerAccount = lazy(() => import("./former-account.tsx"));

export default function ClaimMainPage() {
  const claim = readClaim(useLocation().state);
  return claim ? <Claim claim={claim} /> : <Missing />;
}

/** A former main that was unlinked in the last fourteen days may return to its account instead. */
function Claim({ claim }: { claim: PendingClaim }) {
  const { open, isBusy, error } = useNewAccount(claim);
  const [isReturning, setReturning] = useState(false);
  return (
    <Card
      claim={claim}
      isBusy={isBusy || isReturning}
      error={error}
      actions={
        <Button
          variant={claim.formerAccount ? "default" : "primary"}
          isBusy={isBusy}
          isDisabled={isReturning}
          busyLabel={t`Creating Account...`}
          onClick={() => open()}
        >
          {t`Claim as Main Character`}
        </Button>
      }
      beneath={
        claim.formerAccount && (
          <Suspense>
            <FormerAccount
              claim={claim}
              former={claim.formerAccount}
              isDisabled={isBusy}
              onBusyChange={setReturning}
            />
          </Suspense>
        )
      }
    >
      <Trans>
        A new account is created with this character as its main, and groups show you by its name.
        You can link more characters later and choose another main at any time.
      </Trans>
    </Card>
  );
}

function useNewAccount({ characterId, returnTo = paths.dashboard }: PendingClaim) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const claim = useMutation({
    mutationFn: () => claimMain(client, characterId),
    onSuccess: () => navigate(returnTo, { replace: true }),
  });
  usePassingError(claim);
  return {
    open: claim.mutate,
    isBusy: claim.isPending || claim.isSuccess,
    error: claim.isError
      ? { title: t`Failed to create account. Please try again.`, error: claim.error }
      : undefined,
  };
}

type CardProps = {
  claim: PendingClaim;
  isBusy: boolean;
  error: { title: string; error: Error } | undefined;
  actions: ReactNode;
  beneath: ReactNode;
  children: ReactNode;
};

function Card({ claim, isBusy, error, actions, beneath, children }: CardProps) {
  const navigate = useNavigate();
  function cancel() {
    // Without a response it expires in ten minutes.
    cancelClaim(claim.characterId).catch((error: unknown) =>
      logFailure("The claim could not be cancelled.", error),
    );
    void navigate(paths.home, { state: { returnTo: claim.returnTo } satisfies Arrival });
  }
  return (
    <FullPage title={t`Claim Your Main Character`} pageTitle={t`Claim your main`}>
      <div className="grid w-full justify-items-center gap-5 rounded-card border border-line-faint bg-surface-1 p-6">
        <Lock isWide>
          <Portrait characterId={claim.characterId} size={128} />
        </Lock>
        <p className="font-display text-xl font-semibold">{claim.characterName}</p>
        <p className="text-text-2">{children}</p>
        {error && (
          <Alert tone="danger" title={error.title}>
            {messageOf(error.error, "")}
          </Alert>
        )}
        <div className="flex flex-wrap justify-center gap-2">
          {actions}
          <Button isDisabled={isBusy} onClick={cancel}>
            {t`Cancel`}
          </Button>
        </div>
      </div>
      {beneath}
    </FullPage>
  );
}

function Missing() {
  return (
    <FullPage title={t`Missing Character Information`}>
      <p className="text-text-2">
        {t`No character information found. Please start the login process again.`}
      </p>
      <ButtonLink variant="primary" to={paths.home}>
        {t`Return to Home`}
      </ButtonLink>
    </FullPage>
  );
}

/** Navigation state comes from the browser's history and may contain anything. */
function readClaim(state: unknown): PendingClaim | undefined {
  const { characterId, characterName, formerAccount } = (state ?? {}) as Partial<PendingClaim>;
  if (typeof characterId !== "number" || typeof characterName !== "string") return undefined;
  return { characterId, characterName, formerAccount, returnTo: readArrival(state).returnTo };
}
