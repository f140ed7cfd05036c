import { t } from "#web/language/macros.ts";
import { enumerated } from "#web/lib/enumerated.ts";
import { answerTo, isBlank } from "#shared/groups/forms.ts";
import type { Answer } from "#shared/groups/forms.ts";
import type { AnsweredForm } from "#shared/groups/requests.ts";

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
