import { Trans, ph, plural, t } from "#web/language/macros.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ReactNode } from "react";
import { useNavigate, useParams } from "react-router";
import { BRINGS_MAX } from "#shared/operations/limits.ts";
import type { Operation, OperationAnswer, OperationScope } from "#shared/operations/operations.ts";
import { PilotName } from "#web/eve/pilot-name.tsx";
import { isGone } from "#web/lib/api/api-error.ts";
import { enumerated } from "#web/lib/sentence.ts";
import { serverNow } from "#web/lib/clock.ts";
import { useAction } from "#web/lib/form/use-action.ts";
import { KEYS, useLetters } from "#web/lib/keys.ts";
import { paths } from "#web/lib/paths.ts";
import { relativeTime, useNow } from "#web/lib/time.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { ConfirmDialog, useConfirmedChange } from "#web/ui/dialog.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { CopyButton } from "#web/ui/feedback/copy-button.tsx";
import { EmptyState, LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { Loading } from "#web/ui/feedback/skeleton.tsx";
import { Form, TextField } from "#web/ui/form/form.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import { AnswerButtons, Cancelled, Counts, KindIcon, useAnswer } from "./answer.tsx";
import { EveMoment, LocalTime } from "#web/ui/time.tsx";
import { LossesCard } from "./losses.tsx";
import { PeopleCard, ReadingCard } from "./participation.tsx";
import { answerOperationMutation, cancelMutation, operationQuery } from "./queries.ts";
import { ScopeChoice } from "./scope-choice.tsx";

/** When, where, for whom, and who comes; answers for members, changes for those who plan. */
export default function OperationPage() {
  const { operationId = "" } = useParams();
  const { data: operation, error, refetch } = useQuery(operationQuery(operationId));
  if (isGone(error)) {
    return (
      <>
        <PageHeader title={t`Operations`} />
        <Card>
          <EmptyState
            variant="not-found"
            title={t`There is no such operation`}
            action={<ButtonLink to={paths.operations}>{t`All operations`}</ButtonLink>}
          >
            {t`It is of a group that you are not in, or of one that was deleted.`}
          </EmptyState>
        </Card>
      </>
    );
  }
  if (operation === undefined) {
    return (
      <>
        <PageHeader title={t`Operations`} />
        {error === null ? (
          <Loading>{t`Loading the operation`}</Loading>
        ) : (
          <LoadFailed title={t`The operation could not be read`} onRetry={refetch} />
        )}
      </>
    );
  }
  return (
    <>
      <PageHeader
        title={operation.title}
        trail={[{ to: paths.operations, label: t`Operations` }]}
        actions={<Actions operation={operation} />}
      />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid grid-cols-1 gap-4">
          {operation.refusedBy.length > 0 && (
            <Alert tone="warn">
              <Trans>
                Discord refused the event of this operation on{" "}
                <bdi>{ph({ servers: enumerated(operation.refusedBy) })}</bdi>. Often Muster’s role
                there lacks Create Events. Muster tries again every hour.
              </Trans>
            </Alert>
          )}
          <State operation={operation} />
          <LossesCard operation={operation} />
          {operation.text !== "" && (
            <Card title={t`What to know`}>
              <p className="wrap-anywhere whitespace-pre-wrap">
                <bdi>{operation.text}</bdi>
              </p>
            </Card>
          )}
          {operation.doctrine !== "" && <Doctrine doctrine={operation.doctrine} />}
        </div>
        <Coming operation={operation} />
      </div>
    </>
  );
}

/** C, M and X answer; E edits, for planners. */
function useKeys(operation: Operation) {
  const { id, canEdit, cancelledAt, endsAt } = operation;
  const { answer: give } = useAnswer();
  const navigate = useNavigate();
  const answer = (given: OperationAnswer) => () => {
    if (cancelledAt !== null || Date.parse(endsAt) <= serverNow()) return;
    void give(operation, given);
  };
  useLetters({
    [KEYS.coming]: answer("coming"),
    [KEYS.maybe]: answer("maybe"),
    [KEYS.not]: answer("not"),
    ...(canEdit && { [KEYS.edit]: () => void navigate(paths.changeOperation(id)) }),
  });
}

function Actions({ operation }: { operation: Operation }) {
  useKeys(operation);
  const [isCancelling, setIsCancelling] = useState(false);
  const { act, isPending } = useAction(cancelMutation, t`Nothing was changed`);
  const { id, canEdit, cancelledAt } = operation;
  if (!canEdit) return null;
  return (
    <>
      <ButtonLink to={paths.changeOperation(id)}>{t`Edit`}</ButtonLink>
      {cancelledAt === null ? (
        <Button variant="danger" onClick={() => setIsCancelling(true)}>
          {t`Cancel operation`}
        </Button>
      ) : (
        <Button
          isBusy={isPending}
          busyLabel={t`Restoring...`}
          onClick={() => void act({ id, isCancelled: false, scope: "one" })}
        >
          {t`Restore`}
        </Button>
      )}
      {isCancelling && (
        <CancelDialog operation={operation} onClose={() => setIsCancelling(false)} />
      )}
    </>
  );
}

type CancelDialogProps = { operation: Operation; onClose: () => void };

function CancelDialog({ operation: { id, counts, isWeekly }, onClose }: CancelDialogProps) {
  const [scope, setScope] = useState<OperationScope>("one");
  const dialog = useConfirmedChange(
    cancelMutation,
    { id, isCancelled: true, scope },
    { done: t`Operation cancelled`, failed: t`Nothing was changed`, onClose },
  );
  const told = counts.coming + counts.maybe;
  return (
    <ConfirmDialog
      {...dialog}
      isDangerous
      title={t`Cancel this operation?`}
      description={plural(told, {
        one: "# pilot has said coming or maybe. The operation stays on the list, struck out, and can be restored.",
        other:
          "# pilots have said coming or maybe. The operation stays on the list, struck out, and can be restored.",
      })}
      confirmLabel={t`Cancel operation`}
      busyLabel={t`Cancelling...`}
    >
      {isWeekly && <ScopeChoice value={scope} onChange={setScope} />}
    </ConfirmDialog>
  );
}

/** What to do now comes first: whether the fleet is read, while that goes on. */
function State({ operation }: { operation: Operation }) {
  const now = useNow("minute");
  const { participation, endsAt } = operation;
  const goesOn =
    participation === null ? Date.parse(endsAt) > now : participation.state !== "ended";
  const reading = <ReadingCard operation={operation} />;
  return (
    <>
      {goesOn && reading}
      <Head operation={operation} />
      {!goesOn && reading}
      <PeopleCard operation={operation} />
    </>
  );
}

function Head({ operation }: { operation: Operation }) {
  const now = useNow("minute");
  const { startsAt, endsAt, place, commander, comms, groups, cancelledAt } = operation;
  const isOver = Date.parse(endsAt) <= now;
  const runs = !isOver && Date.parse(startsAt) <= now;
  return (
    <Card>
      <div className="grid gap-4">
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
          <p className="flex items-center gap-2.5">
            <KindIcon kind={operation.kind} />
            <b className="font-display text-2xl">
              {cancelledAt !== null
                ? t`Cancelled`
                : isOver
                  ? t`Over`
                  : runs
                    ? t`Runs now`
                    : relativeTime(startsAt, now)}
            </b>
          </p>
          <p className="grid">
            <b className="font-medium">
              <EveMoment at={startsAt} until={endsAt} />
            </b>
            <LocalTime at={startsAt} />
          </p>
          {operation.isWeekly && <p className="text-text-2">{t`Repeats every week`}</p>}
        </div>
        <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
          <Fact label={t`Where`}>{place === "" ? t`told in fleet` : <bdi>{place}</bdi>}</Fact>
          <Fact label={t`Commander`}>
            {commander === null ? (
              t`no commander yet`
            ) : (
              <PilotName characterId={commander.characterId} name={commander.name} size={24} />
            )}
          </Fact>
          <Fact label={t`Comms`}>{comms === "" ? t`told in fleet` : <bdi>{comms}</bdi>}</Fact>
          <Fact label={t({ context: "these groups", message: "For" })}>
            <bdi>{enumerated(groups.map(({ name }) => name))}</bdi>
          </Fact>
        </dl>
        <Cancelled operation={operation} />
        <div className="flex flex-wrap items-end gap-3 empty:hidden">
          <AnswerButtons operation={operation} />
          {operation.own !== null && cancelledAt === null && !isOver && (
            <Brings key={operation.own.brings} operation={operation} own={operation.own} />
          )}
        </div>
      </div>
    </Card>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-text-2">{label}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}

type BringsProps = { operation: Operation; own: NonNullable<Operation["own"]> };

/** The ship or the role that the reader brings. */
function Brings({ operation: { id }, own: { answer, brings } }: BringsProps) {
  const [text, setText] = useState(brings);
  const { act, isPending, failure } = useAction(
    answerOperationMutation,
    t`Your answer was not saved`,
  );
  return (
    <Form
      className="flex flex-wrap items-end gap-2"
      onSubmit={() => void act({ id, answer, brings: text })}
    >
      <TextField
        label={t`With which ship or role`}
        value={text}
        maxLength={BRINGS_MAX}
        error={failure}
        onChange={({ target }) => setText(target.value)}
      />
      {text !== brings && (
        <Button type="submit" isBusy={isPending} busyLabel={t`Saving...`}>
          {t`Save`}
        </Button>
      )}
    </Form>
  );
}

function Doctrine({ doctrine }: { doctrine: string }) {
  const isLink = /^https:\/\/\S+$/.test(doctrine);
  return (
    <Card title={t`Doctrine`} actions={<CopyButton text={doctrine} what={t`the fit`} />}>
      {isLink ? (
        <a href={doctrine} rel="noreferrer" className="link wrap-anywhere">
          {doctrine}
        </a>
      ) : (
        <pre className="overflow-x-auto font-mono text-sm wrap-anywhere whitespace-pre-wrap">
          {doctrine}
        </pre>
      )}
    </Card>
  );
}

/** The pilots who come, by ship or role. */
function Coming({ operation }: { operation: Operation }) {
  const coming = operation.answers.filter(({ answer }) => answer === "coming");
  const byShip = [...Map.groupBy(coming, ({ brings }) => brings)];
  byShip.sort(
    ([leftShip, left], [rightShip, right]) =>
      Number(leftShip === "") - Number(rightShip === "") || right.length - left.length,
  );
  return (
    <Card title={t`Who is coming`} actions={<Counts operation={operation} />}>
      {coming.length === 0 ? (
        <p className="text-text-2">{t`No one has said so yet.`}</p>
      ) : (
        <dl className="grid gap-3">
          {byShip.map(([ship, people]) => (
            <div key={ship} className="grid gap-0.5">
              <dt className="flex justify-between gap-3 font-medium">
                <bdi className="wrap-anywhere">{ship === "" ? t`No ship said` : ship}</bdi>
                <span className="text-text-2 tabular-nums">{people.length}</span>
              </dt>
              <dd className="flex flex-wrap gap-x-4">
                {people.map(({ userId, characterId, name }) => (
                  <PilotName key={userId} characterId={characterId} name={name} size={24} />
                ))}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  );
}
