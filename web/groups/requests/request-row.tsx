import type { RequestToReview } from "#shared/groups/requests.ts";
import { Portrait } from "#web/eve/images.tsx";
import { PilotLink } from "#web/eve/pilot-link.tsx";
import { SuspendedChip } from "#web/eve/suspension/suspended-chip.tsx";
import { UNKNOWN_USER } from "#web/lib/labels.ts";
import { Button } from "#web/ui/button.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { RelativeTime } from "#web/ui/time.tsx";
import { VisuallyHidden } from "#web/ui/visually-hidden.tsx";
import type { Decision } from "./queries.ts";

type RequestRowProps = {
  request: RequestToReview;
  /** The decision, if the user has just made one. */
  decision: Decision | undefined;
  failure: string | undefined;
  onDecide: (decision: Decision) => void;
};

export function RequestRow({ request, decision, failure, onDecide }: RequestRowProps) {
  const { mainCharacterId, mainCharacterName, reason, suspension, createdAt } = request;
  const name = mainCharacterName ?? UNKNOWN_USER;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2.5 border-b border-line-faint px-4 py-3 last:border-b-0">
      <div className="flex min-w-0 flex-1 basis-64 items-start gap-3">
        {mainCharacterId !== null && <Portrait characterId={mainCharacterId} size={40} />}
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-baseline gap-x-2">
            <PilotLink characterId={mainCharacterId} name={mainCharacterName} />
            <span className="text-sm text-text-3">
              <RelativeTime at={createdAt} />
            </span>
            <SuspendedChip suspension={suspension} />
          </p>
          <Reason text={reason} />
          {failure !== undefined && (
            <p role="alert" className="mt-1 text-sm text-danger">
              {failure}
            </p>
          )}
        </div>
      </div>
      {/* The same height with the outcome as with the buttons, to avoid a layout shift. */}
      <div className="flex min-h-9 items-center gap-2 max-md:min-h-12 max-sm:w-full">
        {decision ? (
          <Chip
            tone={decision === "approve" ? "ok" : "neutral"}
            {...(decision === "reject" && { icon: "close" })}
          >
            {decision === "approve" ? "Approved" : "Rejected"}
          </Chip>
        ) : (
          <>
            <Button
              variant="primary"
              icon={<Icon name="check" />}
              className="approve max-md:min-h-12 max-sm:flex-1"
              onClick={() => onDecide("approve")}
            >
              Approve
              <VisuallyHidden> {name}</VisuallyHidden>
            </Button>
            <Button
              icon={<Icon name="close" />}
              className="reject max-md:min-h-12 max-sm:flex-1"
              onClick={() => onDecide("reject")}
            >
              Reject
              <VisuallyHidden> {name}</VisuallyHidden>
            </Button>
          </>
        )}
      </div>
    </li>
  );
}

function Reason({ text }: { text: string | null }) {
  if (text === null) return <p className="text-sm text-text-3">No reason given</p>;
  return (
    <p dir="auto" className="whitespace-pre-line wrap-anywhere text-text-2">
      {text}
    </p>
  );
}
