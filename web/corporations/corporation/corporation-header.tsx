import { Trans, plural, t } from "#web/language/macros.ts";
import type { CorporationDetail } from "#shared/corporations/corporations.ts";
import { CorporationLogo } from "#web/eve/images.tsx";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { verifyMutation } from "./queries.ts";
import { useVerify } from "./use-verify.ts";
import { VerifyFailureAlert } from "./verify-failure-alert.tsx";

export function CorporationHeader({ corporation }: { corporation: CorporationDetail }) {
  const { corporationId, name, assignedCharacterId } = corporation;
  const { verify, failure, dismiss, verifying } = useVerify(verifyMutation);
  return (
    <>
      <header className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <CorporationLogo corporationId={corporationId} size={64} />
        <div className="min-w-0 flex-1 basis-52">
          <h1 className="text-2xl wrap-anywhere">{name}</h1>
          <p className="mt-1 text-text-2">{factsOf(corporation).join(" · ")}</p>
        </div>
        {assignedCharacterId !== null && (
          <Button
            id="verify-access"
            icon={<Icon name="verify" />}
            isBusy={verifying !== undefined}
            busyLabel={t`Verifying...`}
            onClick={() => verify(corporationId)}
          >
            <Trans>Verify Access</Trans>
          </Button>
        )}
      </header>
      <VerifyFailureAlert failure={failure} onDismiss={dismiss} />
    </>
  );
}

function factsOf({ ticker, ceoName, allianceName, memberCount }: CorporationDetail): string[] {
  return [
    `[${ticker}]`,
    ceoName !== null && t`CEO ${ceoName}`,
    allianceName !== null && allianceName,
    memberCount !== null &&
      t`${plural(memberCount, { one: "# member", other: "# members" })} in EVE`,
  ].filter((fact) => fact !== false);
}
