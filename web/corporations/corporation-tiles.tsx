import { Trans, ph, plural, t } from "#web/language/macros.ts";
import type { CorporationDetail } from "#shared/corporations/corporations.ts";
import { Reading, Telemetry } from "#web/eve/telemetry.tsx";
import { useAction } from "#web/lib/form/use-action.ts";
import { formatInteger } from "#web/lib/format.ts";
import { Button } from "#web/ui/button.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { RelativeTime } from "#web/ui/time.tsx";
import { AccessChip, ActiveChip } from "./corporation-chips.tsx";
import { setActiveMutation } from "./queries.ts";

export function CorporationTiles({ corporation }: { corporation: CorporationDetail }) {
  const { lastSync, linkedCharacterCount } = corporation;
  const setActive = useAction(setActiveMutation, t`Failed to change the status`);
  return (
    <>
      <Telemetry label={t`State of ${ph({ corporationName: corporation.name })}`}>
        <Reading
          name={t`Status`}
          hint={
            <ActiveSwitch
              isActive={corporation.isActive}
              isBusy={setActive.isPending}
              onSwitch={(isActive) =>
                void setActive.act({ id: corporation.corporationId, isActive })
              }
            />
          }
        >
          <ActiveChip isActive={corporation.isActive} />
        </Reading>
        <Reading name={t`Last Sync`} hint={t`When a fetch last succeeded`}>
          {lastSync === null ? (
            t({ context: "synchronized", message: "Never" })
          ) : (
            <RelativeTime at={lastSync} />
          )}
        </Reading>
        <Reading name={t`Verification`} hint={<VerificationHint corporation={corporation} />}>
          <AccessChip of={corporation} />
        </Reading>
        <Reading name={t`Linked characters`} hint={coverageOf(corporation)}>
          {linkedCharacterCount === null ? t`Not counted yet` : formatInteger(linkedCharacterCount)}
        </Reading>
      </Telemetry>
      {setActive.failure && <Alert tone="danger">{setActive.failure}</Alert>}
    </>
  );
}

function VerificationHint({ corporation }: { corporation: CorporationDetail }) {
  const { lastVerified, verificationFailedAt } = corporation;
  return (
    <>
      {verificationFailedAt !== null && (
        <span className="block text-warn">
          <Trans>
            Last attempt failed <RelativeTime at={verificationFailedAt} />
          </Trans>
        </span>
      )}
      {lastVerified === null ? (
        t`Never verified`
      ) : (
        <span className="block">
          <Trans>
            Last verified <RelativeTime at={lastVerified} />
          </Trans>
        </span>
      )}
    </>
  );
}

type ActiveSwitchProps = {
  isActive: boolean;
  isBusy: boolean;
  onSwitch: (isActive: boolean) => void;
};

function ActiveSwitch({ isActive, isBusy, onSwitch }: ActiveSwitchProps) {
  return (
    <span className="mt-1.5 block">
      <Button
        size="sm"
        title={isActive ? t`Stops health checks and fetches` : t`Resumes health checks and fetches`}
        isBusy={isBusy}
        busyLabel={t`Saving...`}
        onClick={() => onSwitch(!isActive)}
      >
        {isActive ? t`Deactivate` : t`Activate`}
      </Button>
    </span>
  );
}

function coverageOf({ linkedCharacterCount, memberCount }: CorporationDetail): string {
  if (linkedCharacterCount === null) return t`Counted when members are fetched`;
  if (memberCount === null || memberCount === 0) return t`of its members`;
  const share = Math.min(100, Math.floor((linkedCharacterCount / memberCount) * 100));
  return t`${share}% of ${plural(memberCount, { one: "# member", other: "# members" })}`;
}
