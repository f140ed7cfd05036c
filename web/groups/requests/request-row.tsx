import { Trans, ph, t } from "#web/language/macros.ts";
import type { RequestToReview } from "#shared/groups/requests.ts";
import type { WatchedRequest } from "#shared/watchlist.ts";
import { PilotName } from "#web/eve/pilot-name.tsx";
import { SuspendedChip } from "#web/suspension/suspended-chip.tsx";
import { Link } from "react-router";
import { cx } from "#web/lib/cx.ts";
import { userName } from "#web/lib/labels.ts";
import { paths } from "#web/lib/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { SelectBox } from "#web/ui/form/choices.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { EveDay, RelativeTime } from "#web/ui/time.tsx";
import { VisuallyHidden } from "#web/ui/text.tsx";
import { WatchedLine } from "#web/watched/watched-card.tsx";
import type { RequestDecision } from "./queries.ts";
import { RejectForm } from "./reject-form.tsx";
import { RequestFacts } from "./request-facts.tsx";

type RequestRowProps = {
  request: RequestToReview;
  /** The filters of the list, which the page of the request goes through. */
  search: string;
  /** The decision, if the user has just made one. */
  decision: RequestDecision | undefined;
  failure: string | undefined;
  /** What the watchlist has about the pilot; undefined if it is not known. */
  hits: readonly WatchedRequest[] | undefined;
  isSelected: boolean;
  /** The form for the reason of a rejection is open. */
  isRejecting: boolean;
  onSelect: () => void;
  onApprove: () => void;
  onReject: (reason: string) => void;
  onStartReject: () => void;
  onCancelReject: () => void;
  onUndo: () => void;
};

export function RequestRow(props: RequestRowProps) {
  const { request, decision, failure, hits, isSelected, isRejecting } = props;
  const [worst] = hits ?? [];
  const { id, mainCharacterId, mainCharacterName, reason, suspension, createdAt } = request;
  const name = userName(mainCharacterName);
  return (
    <li
      data-row={id}
      tabIndex={-1}
      className={cx(
        "flex flex-wrap items-start gap-x-4 gap-y-2.5 border-b border-line-faint px-4 py-3 -outline-offset-2 last:border-b-0",
        worst && "shadow-[inset_3px_0_var(--color-warn)]",
        isSelected && "bg-signal-dim/40 inset-shadow-nav",
      )}
    >
      <div className="flex min-w-0 flex-1 basis-72 items-start gap-3">
        <SelectBox
          label={t`Select ${name}`}
          className="size-11 max-md:-ml-2"
          checked={isSelected}
          disabled={decision !== undefined}
          onChange={props.onSelect}
        />
        <div className="min-w-0 flex-1">
          <PilotName
            characterId={mainCharacterId}
            name={mainCharacterName}
            ticker={request.facts.ticker}
            size={40}
            hits={hits}
          >
            <span>
              {request.isExtension ? (
                <Trans>
                  asked to stay <RelativeTime at={createdAt} />
                </Trans>
              ) : (
                <Trans>
                  requested <RelativeTime at={createdAt} />
                </Trans>
              )}
            </span>
            <SuspendedChip suspension={suspension} />
            {request.endsAt !== null && (
              <Chip icon="clock">
                <Trans>
                  Member until <EveDay at={request.endsAt} />
                </Trans>
              </Chip>
            )}
          </PilotName>
          <RequestFacts facts={request.facts} />
          {worst && <WatchedLine hits={hits ?? []} />}
          <p className="flex flex-wrap gap-x-3 text-sm">
            <Link to={paths.groupRequest(request.groupId, id) + props.search} className="link">
              <Trans>
                Open
                <VisuallyHidden> the request of {name}</VisuallyHidden>
              </Trans>
            </Link>
            {request.assignee !== null && (
              <span className="text-text-2">
                <Trans>
                  <bdi>{ph({ reviewerName: userName(request.assignee.name) })}</bdi> talks to them
                </Trans>
              </span>
            )}
          </p>
          {reason !== null && (
            <blockquote
              dir="auto"
              className="mt-1.5 border-s-2 border-line ps-3 wrap-anywhere whitespace-pre-line"
            >
              {reason}
            </blockquote>
          )}
          {failure !== undefined && (
            <p role="alert" className="mt-1 text-sm text-danger">
              {failure}
            </p>
          )}
        </div>
      </div>
      {isRejecting ? (
        <RejectForm
          label={t`Reason for ${name} (optional)`}
          submitLabel={t`Reject`}
          onReject={props.onReject}
          onCancel={props.onCancelReject}
        />
      ) : (
        // The same height with the outcome as with the buttons, to avoid a layout shift.
        <div className="flex min-h-9 items-center gap-2 empty:hidden max-md:min-h-12 max-sm:w-full">
          {decision ? (
            <>
              <Chip
                tone={decision === "approve" ? "ok" : "neutral"}
                {...(decision === "reject" && { icon: "close" })}
              >
                {decision === "approve" ? t`Approved` : t`Rejected`}
              </Chip>
              <Button variant="ghost" size="sm" className="undo" onClick={props.onUndo}>
                <Trans>
                  Undo
                  <VisuallyHidden> the decision about {name}</VisuallyHidden>
                </Trans>
              </Button>
            </>
          ) : (
            !isSelected && (
              <>
                <Button
                  icon={<Icon name="check" />}
                  className="approve max-md:min-h-12 max-sm:flex-1"
                  onClick={props.onApprove}
                >
                  {worst ? (
                    <Trans>
                      Approve...
                      <VisuallyHidden> {name}</VisuallyHidden>
                    </Trans>
                  ) : (
                    <Trans>
                      Approve
                      <VisuallyHidden> {name}</VisuallyHidden>
                    </Trans>
                  )}
                </Button>
                <Button
                  variant="ghost"
                  icon={<Icon name="close" />}
                  className="reject max-md:min-h-12 max-sm:flex-1"
                  onClick={props.onStartReject}
                >
                  <Trans>
                    Reject
                    <VisuallyHidden> {name}</VisuallyHidden>
                  </Trans>
                </Button>
              </>
            )
          )}
        </div>
      )}
    </li>
  );
}
