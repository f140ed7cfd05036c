import { msg, ph, Plural, t, Trans } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import type { Message } from "#shared/language/messages.ts";
import { useMutation } from "@tanstack/react-query";
import { OPERATION_ANSWERS } from "#shared/operations/limits.ts";
import type {
  OperationAnswer,
  OperationEntry,
  OperationKind,
} from "#shared/operations/operations.ts";
import { serverNow } from "#web/lib/clock.ts";
import { messageOf } from "#web/lib/api/api-error.ts";
import { KEYS } from "#web/lib/keys.ts";
import { OPERATION_KIND_LABELS, UNKNOWN_USER } from "#web/lib/labels.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import { Glyph, Icon } from "#web/ui/icon.tsx";
import type { IconName } from "#web/ui/icon.tsx";
import { EveMoment } from "#web/ui/time.tsx";
import { answerOperationMutation } from "./queries.ts";
import "./operations.css";

/** Triangles in formation, an hourglass, a crescent and a microphone, on the grid of our icons. */
const KIND_PATHS: Record<OperationKind, string> = {
  fleet: "M8 2.5l2.2 4H5.8zM4 8.5l2.2 4H1.8zM12 8.5l2.2 4H9.8z",
  timer: "M4 2h8M4 14h8M5 2v2.5L8 8l3-3.5V2M5 14v-2.5L8 8l3 3.5V14",
  moon: "M12.5 9.8A5.5 5.5 0 116.2 3.5a4.5 4.5 0 006.3 6.3z",
  meeting: "M6.2 3.8a1.8 1.8 0 013.6 0v3.4a1.8 1.8 0 01-3.6 0zM4 7.5a4 4 0 008 0M8 11.5V14",
};

export function KindIcon({ kind }: { kind: OperationKind }) {
  return (
    <span className="op-kind" title={say(OPERATION_KIND_LABELS[kind])}>
      <Glyph path={KIND_PATHS[kind]} />
      <span className="sr-only">{say(OPERATION_KIND_LABELS[kind])}</span>
    </span>
  );
}

export const ANSWERS: Record<OperationAnswer, { label: Message; icon: IconName }> = {
  coming: { label: msg({ context: "answer", message: "Coming" }), icon: "check" },
  maybe: { label: msg({ context: "answer", message: "Maybe" }), icon: "question" },
  not: { label: msg({ context: "answer", message: "Not" }), icon: "close" },
};

/** What answers the focused row, and on its page the operation. */
export const ANSWER_KEYS = {
  [KEYS.coming]: "coming",
  [KEYS.maybe]: "maybe",
  [KEYS.not]: "not",
} as const;

/** Answers operations, also another one while an answer is under way. */
export function useAnswer() {
  const { mutateAsync, isPending } = useMutation(answerOperationMutation);
  const answer = async (
    { id, own }: Pick<OperationEntry, "id" | "own">,
    given: OperationAnswer | null,
  ) => {
    try {
      await mutateAsync({ id, answer: given, brings: own?.brings ?? "" });
    } catch (error) {
      toast.error(messageOf(error, t`Your answer was not saved`));
    }
  };
  return { answer, isPending };
}

type Answered = Pick<OperationEntry, "id" | "title" | "endsAt" | "cancelledAt" | "own">;

/** One tap answers; the same tap takes the answer back. */
export function AnswerButtons({ operation }: { operation: Answered }) {
  const { title, own } = operation;
  const { answer: give, isPending } = useAnswer();
  if (operation.cancelledAt !== null || Date.parse(operation.endsAt) <= serverNow()) return null;
  const choose = (answer: OperationAnswer) =>
    give(operation, own?.answer === answer ? null : answer);
  return (
    <fieldset className="op-answers" data-waits={own === null} aria-busy={isPending}>
      <legend className="sr-only">
        <Trans>
          Your answer to <bdi>{title}</bdi>
        </Trans>
      </legend>
      {OPERATION_ANSWERS.map((answer) => {
        const isOwn = own?.answer === answer;
        return (
          <button
            key={answer}
            type="button"
            className="control"
            data-answer={answer}
            aria-pressed={isOwn}
            onClick={() => void choose(answer)}
          >
            {isOwn && <Icon name={ANSWERS[answer].icon} size={14} />}
            {say(ANSWERS[answer].label)}
          </button>
        );
      })}
    </fieldset>
  );
}

export function Cancelled({ operation }: { operation: OperationEntry }) {
  const { cancelledAt, cancelledBy } = operation;
  if (cancelledAt === null) return null;
  return (
    <p className="op-cancelled text-sm text-text-2">
      {cancelledBy === null ? (
        <Trans>
          Cancelled, <EveMoment at={cancelledAt} />
        </Trans>
      ) : (
        <Trans>
          Cancelled by <bdi>{ph({ name: cancelledBy.name ?? say(UNKNOWN_USER) })}</bdi>,{" "}
          <EveMoment at={cancelledAt} />
        </Trans>
      )}
    </p>
  );
}

export function Counts({ operation: { counts } }: { operation: OperationEntry }) {
  const { coming, maybe } = counts;
  const total = coming + maybe + counts.not;
  if (total === 0) return <div className="op-counts max-lg:hidden" />;
  return (
    <div className="op-counts">
      <p className="text-sm">
        {maybe === 0 ? (
          <Plural value={coming} one="# coming" other="# coming" />
        ) : (
          <Trans>
            <Plural value={coming} one="# coming" other="# coming" />,{" "}
            <Plural value={maybe} one="# maybe" other="# maybe" />
          </Trans>
        )}
      </p>
      <span aria-hidden="true" className="op-bar">
        <i className="op-bar-coming" style={{ flexGrow: coming }} />
        <i className="op-bar-maybe" style={{ flexGrow: maybe }} />
        <i style={{ flexGrow: counts.not }} />
      </span>
    </div>
  );
}
