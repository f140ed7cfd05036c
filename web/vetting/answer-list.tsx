import { t, msg, ph } from "#web/language/macros.ts";
import { enumerated } from "#web/lib/sentence.ts";
import { answerTo, isBlank } from "#shared/groups/forms.ts";
import type { Answer } from "#shared/groups/forms.ts";
import type { AnsweredForm } from "#shared/groups/requests.ts";
import { say } from "#web/language/messages.ts";
import type { Message } from "#shared/language/messages.ts";
import type { RequestEventKind } from "#shared/events/kinds.ts";
import type { RequestEvent } from "#shared/vetting.ts";
import { userName } from "#web/lib/labels.ts";
import { RelativeTime } from "#web/ui/time.tsx";
import { SECTION_LABELS } from "#web/memberships/words.ts";

/** The questions that were shown, each with its answer. */
export function AnswerList({ answered }: { answered: AnsweredForm }) {
  return (
    <dl className="grid gap-3">
      {answered.form.questions.map((question) => {
        const answer = answerTo(question, answered.answers);
        return (
          <div key={question.id}>
            <dt className="text-sm text-text-2" dir="auto">
              {question.text}
            </dt>
            <dd className="wrap-anywhere whitespace-pre-line" dir="auto">
              {isBlank(answer) ? (
                <span className="text-text-2">{t`No answer`}</span>
              ) : question.kind === "link" && typeof answer === "string" ? (
                <a href={answer} target="_blank" rel="noreferrer nofollow" className="link">
                  {answer}
                </a>
              ) : (
                answerText(answer)
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

function answerText(answer: Answer): string {
  if (typeof answer === "boolean") return answer ? t`Yes` : t`No`;
  return Array.isArray(answer) ? enumerated(answer) : String(answer);
}

type Said = { name: string; section: string; system: string };

const SENTENCES: Record<RequestEventKind, (said: Said) => Message> = {
  request_made: ({ name }) => msg`${ph({ name })} asked to join`,
  request_waiting: () => msg`The reviewers were told that the request has waited for 3 days`,
  request_moved_in: ({ system }) => msg`The request moved in from ${ph({ system })}`,
  request_handled: ({ name }) => msg`${ph({ name })} chose who talks to the applicant`,
  sharing_changed: ({ name }) => msg`${ph({ name })} changed what is shared`,
  sharing_viewed: ({ name, section }) => msg`${ph({ name })} looked at: ${ph({ section })}`,
  request_approved: ({ name }) => msg`${ph({ name })} approved the request`,
  request_rejected: ({ name }) => msg`${ph({ name })} rejected the request`,
  approval_undone: ({ name }) => msg`${ph({ name })} took the approval back`,
  rejection_undone: ({ name }) => msg`${ph({ name })} took the rejection back`,
};

/** What happened to a request, the latest first. */
export function HistoryOf({ events }: { events: readonly RequestEvent[] }) {
  return (
    <ul className="grid gap-2">
      {events.map(({ kind, byName, at, section, movedFrom }) => (
        <li key={`${at}${kind}${section ?? ""}`} className="flex flex-wrap gap-x-3">
          <span className="wrap-anywhere">
            {say(
              SENTENCES[kind]({
                name: userName(byName),
                section: section === null ? "" : say(SECTION_LABELS[section]),
                system: movedFrom ?? "",
              }),
            )}
          </span>
          <span className="text-sm text-text-2">
            <RelativeTime at={at} />
          </span>
        </li>
      ))}
    </ul>
  );
}
