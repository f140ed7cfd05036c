import { Trans, t } from "#web/language/macros.ts";
import { useEffect, useRef, useState } from "react";
import type { RequestPage, ReviewedRequirements } from "#shared/vetting.ts";
import { decideRequestsMutation, undoDecisionsMutation } from "#web/groups/requests/queries.ts";
import type { RequestDecision as Decided } from "#web/groups/requests/queries.ts";
import { RejectForm } from "#web/groups/requests/reject-form.tsx";
import { useSession } from "#web/lib/api/session.ts";
import { useAction } from "#web/lib/form/use-action.ts";
import { KEYS, useLetters } from "#web/lib/keys.ts";
import { sayShared } from "#web/language/messages.ts";
import { Button } from "#web/ui/button.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { KeyHint, Sentence } from "#web/ui/text.tsx";
import { OutcomeMark } from "#web/ui/outcome-mark.tsx";
import { BottomBar } from "./page-frame.tsx";
import { handleMutation } from "./queries.ts";
import type { Outcome } from "#shared/requirements/outcome.ts";
import { useNow } from "#web/lib/time.ts";
import { causesText } from "#web/requirements-text/cause-text.ts";

type DecisionProps = {
  request: RequestPage;
  name: string;
  /** Opens the next request of the list. */
  onNext: () => void;
};

/** In talks, rejecting and approving, and undoing what was decided here. Rejecting opens its reason in place. */
export function Decision({ request, name, onNext }: DecisionProps) {
  const { id, groupId, inTalks, assignee, status, requirements } = request;
  const userId = useSession().user?.id ?? null;
  const [isRejecting, setIsRejecting] = useState(false);
  const [decided, setDecided] = useState<Decided>();
  const [refusal, setRefusal] = useState<string>();
  const handle = useAction(handleMutation, t`Failed to save who talks to the pilot`);
  const decide = useAction(decideRequestsMutation, t`Failed to decide the request`);
  const undo = useAction(undoDecisionsMutation, t`Failed to undo the decision`);
  const failure = decide.failure ?? handle.failure ?? undo.failure ?? refusal;
  const talk = () =>
    void handle.act({
      id,
      inTalks: !inTalks,
      assigneeId: inTalks ? (assignee?.userId ?? null) : (assignee?.userId ?? userId),
    });
  const settle = (decision: Decided, reason = "") =>
    void decide.act(
      { groupId, ids: [id], decision, reason },
      {
        onSuccess: () => {
          setDecided(decision);
          setIsRejecting(false);
          setRefusal(undefined);
        },
      },
    );
  const takeBack = () =>
    void undo.act(
      { groupId, ids: [id] },
      {
        onSuccess: ({ refused: [refused] }) => {
          setRefusal(refused && sayShared(refused.message));
          if (!refused) setDecided(undefined);
        },
      },
    );
  const isBusy = isRejecting || decide.isPending || handle.isPending || undo.isPending;
  const isOpen = status === "pending" && decided === undefined;
  useLetters(
    isBusy
      ? {}
      : isOpen
        ? {
            [KEYS.talk]: talk,
            [KEYS.approve]: () => settle("approve"),
            [KEYS.reject]: () => setIsRejecting(true),
          }
        : decided
          ? { [KEYS.undo]: takeBack }
          : {},
  );
  if (!isOpen && decided === undefined) return null;
  return (
    <BottomBar failure={failure} className="[&>form]:border-0 [&>form]:bg-transparent [&>form]:p-0">
      {decided ? (
        <Outcome decided={decided} isBusy={undo.isPending} onUndo={takeBack} onNext={onNext} />
      ) : isRejecting ? (
        <RejectForm
          label={t`Reason for ${name} (optional)`}
          submitLabel={t`Reject`}
          onReject={(reason) => settle("reject", reason)}
          onCancel={() => setIsRejecting(false)}
        />
      ) : (
        <div className="flex flex-wrap items-center justify-end gap-2 max-sm:[&>button]:flex-1">
          {requirements !== null && requirements.outcome !== "met" && (
            <p className="mr-auto flex gap-2.5 text-sm max-sm:basis-full">
              <OutcomeMark tone={requirements.outcome} />
              {outcomeText(requirements.outcome)}
            </p>
          )}
          <Button
            icon={<Icon name="chat" />}
            aria-pressed={inTalks}
            isBusy={handle.isPending}
            onClick={talk}
          >
            <Trans>In talks</Trans>
            <KeyHint>T</KeyHint>
          </Button>
          <Button icon={<Icon name="close" />} onClick={() => setIsRejecting(true)}>
            <Trans>Reject</Trans>
            <KeyHint>R</KeyHint>
          </Button>
          <Button
            variant="primary"
            icon={<Icon name="check" />}
            isBusy={decide.isPending}
            onClick={() => settle("approve")}
          >
            <Trans>Approve</Trans>
            <KeyHint>A</KeyHint>
          </Button>
        </div>
      )}
    </BottomBar>
  );
}

type OutcomeProps = { decided: Decided; isBusy: boolean; onUndo: () => void; onNext: () => void };

/** The pressed button has gone: the focus moves to the one that takes the decision back. */
function Outcome({ decided, isBusy, onUndo, onNext }: OutcomeProps) {
  const undoRef = useRef<HTMLButtonElement>(null);
  useEffect(() => undoRef.current?.focus(), []);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <output className="flex-1">
        {decided === "approve" ? (
          <Chip tone="ok">{t`Approved`}</Chip>
        ) : (
          <Chip icon="close">{t`Rejected`}</Chip>
        )}
      </output>
      <Button ref={undoRef} isBusy={isBusy} onClick={onUndo}>
        <Trans>Undo</Trans>
        <KeyHint>Z</KeyHint>
      </Button>
      <Button variant="primary" onClick={onNext}>
        <Trans>Next request</Trans>
        <KeyHint>J</KeyHint>
      </Button>
    </div>
  );
}

/** Whether the pilot meets the requirements of the group now, and what is missing. */
export function RequirementsLine({ requirements }: { requirements: ReviewedRequirements }) {
  const now = useNow("minute");
  const { outcome, causes } = requirements;
  return (
    <div className="mt-3 flex gap-2.5">
      <OutcomeMark tone={outcome} />
      <div className="min-w-0">
        <p className="leading-6">{outcomeText(outcome)}</p>
        {outcome !== "met" && causes.length > 0 && (
          <p className="text-sm leading-snug wrap-anywhere text-text-2">
            <Sentence pieces={causesText(causes, "other", now)} />
          </p>
        )}
      </div>
    </div>
  );
}

function outcomeText(outcome: Outcome): string {
  if (outcome === "met") return t`Meets the requirements.`;
  return outcome === "unmet"
    ? t`Does not meet the requirements.`
    : t`Muster does not know whether the requirements are met.`;
}
