import type { CorporationDetail } from "#shared/corporations/corporations.ts";
import { Reading, Telemetry } from "#web/eve/telemetry.tsx";
import { useAction } from "#web/lib/form/use-action.ts";
import { formatCount, formatInteger } from "#web/lib/format.ts";
import { Button } from "#web/ui/button.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { RelativeTime } from "#web/ui/time.tsx";
import { AccessChip, ActiveChip } from "./corporation-chips.tsx";
import { setActiveMutation } from "./queries.ts";

export function CorporationTiles({ corporation }: { corporation: CorporationDetail }) {
  const { lastSync, linkedCharacterCount } = corporation;
  const setActive = useAction(setActiveMutation, "Failed to change the status");
  return (
    <>
      <Telemetry label={`State of ${corporation.name}`}>
        <Reading
          name="Status"
          hint={
            <ActiveSwitch
              isActive={corporation.isActive}
              isBusy={setActive.isPending}
              onSwitch={(isActive) =>
                void setActive.act(
                  { id: corporation.corporationId, isActive },
                  { onSuccess: () => undefined },
                )
              }
            />
          }
        >
          <ActiveChip isActive={corporation.isActive} />
        </Reading>
        <Reading name="Last Sync" hint="When a fetch last succeeded">
          {lastSync === null ? "Never" : <RelativeTime at={lastSync} />}
        </Reading>
        <Reading name="Verification" hint={<VerificationHint corporation={corporation} />}>
          <AccessChip of={corporation} />
        </Reading>
        <Reading name="Linked characters" hint={coverageOf(corporation)}>
          {linkedCharacterCount === null ? "Not counted yet" : formatInteger(linkedCharacterCount)}
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
          Last attempt failed <RelativeTime at={verificationFailedAt} />
        </span>
      )}
      {lastVerified === null ? (
        "Never verified"
      ) : (
        <span className="block">
          Last verified <RelativeTime at={lastVerified} />
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
        title={isActive ? "Stops health checks and fetches" : "Resumes health checks and fetches"}
        isBusy={isBusy}
        busyLabel="Saving..."
        onClick={() => onSwitch(!isActive)}
      >
        {isActive ? "Deactivate" : "Activate"}
      </Button>
    </span>
  );
}

function coverageOf({ linkedCharacterCount, memberCount }: CorporationDetail): string {
  if (linkedCharacterCount === null) return "Counted when members are fetched";
  if (memberCount === null || memberCount === 0) return "of its members";
  const share = Math.min(100, Math.floor((linkedCharacterCount / memberCount) * 100));
  return `${share}% of ${formatCount(memberCount, "member")}`;
}
