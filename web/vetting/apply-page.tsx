import { Trans, ph, plural, t } from "#web/language/macros.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Navigate, useNavigate, useParams } from "react-router";
import { answerTo, problemOf, SHARE_DAYS } from "#shared/groups/forms.ts";
import type { Answers, FormContent, GroupForm } from "#shared/groups/forms.ts";
import type { Group } from "#shared/groups/groups.ts";
import { DAY_MS } from "#shared/time.ts";
import { useSession } from "#web/lib/api/session.ts";
import { useAction } from "#web/lib/form/use-action.ts";
import { paths } from "#web/lib/paths.ts";
import { formatDate, useNow } from "#web/lib/time.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { Loading } from "#web/ui/feedback/skeleton.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import { answersTo, keepDraft, readDraft } from "./draft.ts";
import type { Draft } from "./draft.ts";
import { BottomBar, trailOfGroup, useFormPage } from "./page-frame.tsx";
import { applyMutation, ownValuesQuery } from "./queries.ts";
import { QuestionField } from "./question-field.tsx";
import { Readers, SharingFields, toSections } from "./sharing-fields.tsx";

/** The form of a group: questions, what is shared, who reads it and what happens next. */
export default function ApplyPage() {
  const { groupId = "" } = useParams();
  const { group, form, instead } = useFormPage(groupId);
  const userId = useSession().user?.id ?? "";
  const isSent = group != null && group.pendingRequestId !== null;
  // Also when the request was sent after a proof at EVE, which this page has not seen.
  useEffect(() => {
    if (isSent) keepDraft(userId, groupId, null);
  }, [isSent, userId, groupId]);
  if (instead !== undefined) return instead;
  const { pendingRequestId, isMember } = group;
  if (pendingRequestId !== null)
    return <Navigate to={paths.ownRequest(pendingRequestId)} replace />;
  const { form: content, version, reviewers } = form;
  if (content === null || version === null || isMember) {
    return <Navigate to={paths.group(groupId)} replace />;
  }
  return (
    <>
      <PageHeader
        title={t`Apply to ${ph({ groupName: group.name })}`}
        trail={trailOfGroup(groupId, group.name)}
      />
      <Filling group={group} form={content} version={version} reviewers={reviewers} />
    </>
  );
}

type FillingProps = {
  group: Group;
  form: FormContent;
  version: number;
  reviewers: GroupForm["reviewers"];
};

function Filling({ group, form, version, reviewers }: FillingProps) {
  const navigate = useNavigate();
  const userId = useSession().user?.id ?? "";
  const now = useNow("minute");
  const values = useQuery({ ...ownValuesQuery(group.id), enabled: form.sections.length > 0 });
  const [draft, setDraft] = useState(() => readDraft(userId, group.id));
  const [isKept, setIsKept] = useState(false);
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());
  const { act, isPending, failure } = useAction(applyMutation, t`Failed to send the request`);

  const answers = answersTo(form, draft.answers);
  const shared = toSections(draft.chosen).filter(({ section }) => form.sections.includes(section));
  const change = (next: Draft) => {
    setDraft(next);
    setIsKept(keepDraft(userId, group.id, next));
  };
  const send = () => {
    const given = withoutBlank(answers);
    const found = problemsOf(form, given);
    setProblems(found);
    if (found.size > 0) return;
    void act(
      {
        groupId: group.id,
        version,
        answers: given,
        ...(shared.length > 0 && {
          sharing: { reviewerGroupId: reviewers.group?.id ?? null, sections: shared },
        }),
      },
      {
        onSuccess: ({ id }) => {
          keepDraft(userId, group.id, null);
          toast.success(t`Your request to join ${ph({ groupName: group.name })} was sent`);
          void navigate(paths.ownRequest(id), { replace: true });
        },
      },
    );
  };
  const characters = new Set(shared.flatMap(({ characterIds }) => characterIds)).size;
  const latest = formatDate(new Date(now + SHARE_DAYS * DAY_MS).toISOString());
  return (
    <Form
      onSubmit={send}
      className="grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]"
    >
      <div className="grid gap-4">
        {form.introduction !== null && (
          <Card>
            <p dir="auto" className="wrap-anywhere whitespace-pre-line">
              {form.introduction}
            </p>
          </Card>
        )}
        {form.questions.length > 0 && (
          <Card title={t`Questions`}>
            <div className="grid gap-5">
              {form.questions.map((question) => (
                <QuestionField
                  key={question.id}
                  question={question}
                  answer={answerTo(question, answers)}
                  error={problems.get(question.id)}
                  onChange={(answer) =>
                    change({ ...draft, answers: withAnswer(draft.answers, question.id, answer) })
                  }
                />
              ))}
            </div>
          </Card>
        )}
        {form.sections.length > 0 &&
          (values.data ? (
            <SharingFields
              values={values.data}
              chosen={draft.chosen}
              onChange={(chosen) => change({ ...draft, chosen })}
            />
          ) : values.isPending ? (
            <Loading>{t`Loading your values...`}</Loading>
          ) : (
            <LoadFailed title={t`Your values could not be loaded`} onRetry={values.refetch} />
          ))}
        {form.sections.length > 0 && <Ends shareDays={form.shareDays} latest={latest} />}
      </div>
      <div className="grid gap-4">
        <Readers reviewers={reviewers} />
        <NextSteps />
      </div>
      <BottomBar failure={failure} className="lg:col-span-2">
        <div className="flex flex-wrap items-center gap-3">
          <output className="min-w-0 flex-1 basis-60 text-sm">
            {form.sections.length > 0 && (
              <span className="block font-medium">
                {shared.length === 0
                  ? t`You share nothing.`
                  : t`You share ${plural({ sections: shared.length }, { one: "# section", other: "# sections" })} of ${plural({ characters }, { one: "# character", other: "# characters" })} until ${latest} at the latest.`}
              </span>
            )}
            {isKept && <span className="block text-text-2">{t`Draft kept on this device.`}</span>}
          </output>
          <Button
            type="submit"
            variant="primary"
            isBusy={isPending}
            busyLabel={t`Sending...`}
            className="max-sm:w-full"
          >
            <Trans>Send request</Trans>
          </Button>
        </div>
      </BottomBar>
    </Form>
  );
}

function Ends({ shareDays, latest }: { shareDays: number; latest: string }) {
  return (
    <Card title={t`When sharing ends`}>
      <ul className="list-disc pl-5">
        <li>
          <Trans>Rejected or withdrawn: at once</Trans>
        </li>
        <li>
          {shareDays === 0
            ? t`Approved: at once`
            : plural(shareDays, { one: "Approved: # day later", other: "Approved: # days later" })}
        </li>
        <li>
          <Trans>By itself on {latest} at the latest. You can stop it at any time.</Trans>
        </li>
      </ul>
    </Card>
  );
}

function NextSteps() {
  return (
    <Card title={t`What happens next`}>
      <ol className="grid list-decimal gap-1.5 pl-5">
        <li>
          <Trans>You send. The reviewers are told.</Trans>
        </li>
        <li>
          <Trans>One of them may talk to you. You see who.</Trans>
        </li>
        <li>
          <Trans>They approve or reject, with a reason that you read.</Trans>
        </li>
      </ol>
      <p className="mt-3 text-sm text-text-2">
        <Trans>
          They may write notes that you cannot read. Notes are deleted 90 days after the decision.
        </Trans>
      </p>
    </Card>
  );
}

/** What is wrong with each answer, all at once. */
function problemsOf(form: FormContent, answers: Answers): ReadonlyMap<string, string> {
  return new Map(
    form.questions.flatMap((question) => {
      const answer = answerTo(question, answers);
      const given = answer === undefined ? {} : { [question.id]: answer };
      const found = problemOf({ questions: [question] }, given);
      if (found === undefined) return [];
      const text =
        found.problem === "missing" ? t`This question needs an answer` : t`This is not an answer`;
      return [[question.id, text]];
    }),
  );
}

function withAnswer(answers: Answers, id: string, answer: Answers[string] | undefined): Answers {
  const { [id]: _, ...others } = answers;
  return answer === undefined ? others : { ...others, [id]: answer };
}

function withoutBlank(answers: Answers): Answers {
  return Object.fromEntries(
    Object.entries(answers).filter(
      ([, answer]) => !(answer === "" || (Array.isArray(answer) && answer.length === 0)),
    ),
  );
}
