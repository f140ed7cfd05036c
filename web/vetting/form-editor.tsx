import { Trans, msg, ph, plural, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import type { Message } from "#shared/language/messages.ts";
import { useState } from "react";
import {
  INTRODUCTION_MAX_LENGTH,
  MAX_OPTIONS,
  MAX_QUESTIONS,
  MAX_SHARE_DAYS,
  sharedSectionSchema,
} from "#shared/groups/forms.ts";
import type {
  FormContent,
  GroupForm,
  Question,
  QuestionKind,
  ReviewerGroup,
} from "#shared/groups/forms.ts";
import { GroupsField } from "#web/memberships/group-search.tsx";
import { ApiError } from "#web/lib/api/api-error.ts";
import { useAction } from "#web/lib/form/use-action.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import {
  CharacterCounter,
  SelectField,
  TextareaField,
  TextField,
  Form,
} from "#web/ui/form/form.tsx";
import { Check, CheckboxList } from "#web/ui/form/choices.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { BottomBar } from "./page-frame.tsx";
import { saveFormMutation } from "./queries.ts";
import { SECTION_HINTS, SECTION_LABELS } from "#web/memberships/words.ts";

const KINDS: Record<QuestionKind, Message> = {
  text: msg`Text`,
  choice: msg`One of several`,
  choices: msg`Several of several`,
  number: msg`Number`,
  yes_no: msg`Yes or no`,
  link: msg`Link`,
};
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant object
const KIND_NAMES = Object.keys(KINDS) as QuestionKind[];

const EMPTY: FormContent = {
  introduction: null,
  questions: [],
  sections: [],
  whose: "main",
  shareDays: 0,
};

/** `base`: the form that it began with. Undefined once the owner was told of a newer one, which the next press replaces. */
type Draft = { content: FormContent; base: GroupForm | undefined };

/** Questions, what is asked to be shared, and who reviews. Saving makes a new version for the requests to come. */
export function FormEditor({ groupId, saved }: { groupId: string; saved: GroupForm }) {
  /** Undefined while nothing is changed here: the editor shows the saved form. */
  const [draft, setDraft] = useState<Draft>();
  const content = draft?.content ?? saved.form ?? EMPTY;
  /** Undefined while the reviewers are not changed here. */
  const [chosen, setReviewers] = useState<ReviewerGroup | null>();
  const reviewers = chosen === undefined ? saved.reviewers.group : chosen;
  const { act, isPending, failure } = useAction(saveFormMutation, t`Failed to save the form`);
  const change = (part: Partial<FormContent>) =>
    setDraft({ content: { ...content, ...part }, base: draft ? draft.base : saved });
  const { questions } = content;
  /** The keyboard goes on in the question that was just added. */
  const [addedId, setAddedId] = useState<string>();
  const add = (...added: Question[]) => {
    if (questions.length + added.length > MAX_QUESTIONS) return;
    setAddedId(added[0]?.id);
    change({ questions: [...questions, ...added] });
  };
  const setQuestion = (index: number, question: Question) =>
    change({ questions: questions.map((former, at) => (at === index ? question : former)) });
  const move = (index: number, by: -1 | 1) => {
    const next = [...questions];
    const [moved] = next.splice(index, 1);
    if (moved) next.splice(index + by, 0, moved);
    change({ questions: next });
  };
  const save = (form: FormContent | null) =>
    act(
      { groupId, version: (draft?.base ?? saved).version, form, reviewers: chosen },
      {
        onSuccess: () => {
          toast.success(form === null ? t`Form removed` : t`Form saved`);
          setDraft(undefined);
          setReviewers(undefined);
        },
        onRefusal: (_fields, error) => {
          const isTold = error instanceof ApiError && error.reason === "form_changed";
          if (isTold && draft) setDraft({ ...draft, base: undefined });
        },
      },
    );
  return (
    <Form onSubmit={() => void save(withoutBlank(content))} className="grid gap-4">
      <Card title={t`Introduction`}>
        <TextareaField
          label={t`What applicants read first (optional)`}
          dir="auto"
          rows={3}
          value={content.introduction ?? ""}
          aside={
            <CharacterCounter text={content.introduction ?? ""} limit={INTRODUCTION_MAX_LENGTH} />
          }
          onChange={(event) => change({ introduction: event.target.value || null })}
        />
      </Card>
      <Card title={t`Questions`} isFlush>
        {questions.map((question, index) => (
          <QuestionEditor
            key={question.id}
            number={index + 1}
            question={question}
            isLast={index === questions.length - 1}
            isAdded={question.id === addedId}
            onChange={(next) => setQuestion(index, next)}
            onMove={(by) => move(index, by)}
            onRemove={() => change({ questions: questions.filter((kept) => kept !== question) })}
            onNext={() => add(newQuestion())}
          />
        ))}
        <div className="flex flex-wrap gap-2 p-4">
          <Button
            icon={<Icon name="plus" />}
            isDisabled={questions.length >= MAX_QUESTIONS}
            onClick={() => add(newQuestion())}
          >
            <Trans>Add question</Trans>
          </Button>
          {questions.length === 0 && (
            <Button variant="ghost" onClick={() => add(...usualQuestions())}>
              <Trans>Begin with three usual questions</Trans>
            </Button>
          )}
        </div>
      </Card>
      <Card title={t`What applicants are asked to share`}>
        <div className="grid gap-4">
          <p className="text-text-2">
            <Trans>
              They may share less, and stop at any time. They are told each time a reviewer looks.
            </Trans>
          </p>
          <CheckboxList
            legend={t`Sections`}
            options={sharedSectionSchema.options.map((section) => ({
              value: section,
              label: say(SECTION_LABELS[section]),
              hint: say(SECTION_HINTS[section]),
            }))}
            value={content.sections}
            onChange={(sections) => change({ sections })}
          />
          <SelectField
            label={t`Whose`}
            options={[
              { value: "main", label: t`The main` },
              { value: "all", label: t`All characters` },
            ]}
            value={content.whose}
            onChange={({ target }) => change({ whose: target.value === "all" ? "all" : "main" })}
          />
          <SelectField
            label={t`After an approval, sharing ends`}
            options={Array.from({ length: MAX_SHARE_DAYS + 1 }, (_, days) => ({
              value: String(days),
              label:
                days === 0
                  ? t`at once`
                  : plural(days, { one: "after # day", other: "after # days" }),
            }))}
            value={String(content.shareDays)}
            onChange={({ target }) => change({ shareDays: Number(target.value) })}
          />
        </div>
      </Card>
      <Card title={t`Reviewers`}>
        <div className="grid gap-3">
          <p className="text-text-2">
            <Trans>
              The owner and the admins review requests. Members of one other group can do it too:
              they see requests, answers, notes and what is shared, and nothing else of this group.
            </Trans>
          </p>
          <GroupsField
            label={t`Group of reviewers`}
            groups={
              reviewers === null
                ? []
                : [{ key: reviewers.id, text: reviewers.name ?? t`A group that you do not see` }]
            }
            onAdd={({ key, text }) => setReviewers({ id: key, name: text, memberCount: 0 })}
            onRemove={() => setReviewers(null)}
          />
        </div>
      </Card>
      {saved.version !== null && (
        <div>
          <Button variant="danger" onClick={() => void save(null)}>
            <Trans>Remove form</Trans>
          </Button>
        </div>
      )}
      <BottomBar failure={failure}>
        <div className="flex flex-wrap justify-end gap-2 max-sm:*:flex-1">
          <Button type="submit" variant="primary" isBusy={isPending} busyLabel={t`Saving...`}>
            <Trans>Save form</Trans>
          </Button>
        </div>
      </BottomBar>
    </Form>
  );
}

type QuestionEditorProps = {
  number: number;
  question: Question;
  isLast: boolean;
  isAdded: boolean;
  onChange: (question: Question) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
  /** Goes on with another question. */
  onNext: () => void;
};

function QuestionEditor(props: QuestionEditorProps) {
  const { number, question, isLast, isAdded, onChange, onMove, onRemove, onNext } = props;
  const hasOptions = question.kind === "choice" || question.kind === "choices";
  return (
    <fieldset className="grid gap-3 border-b border-line-faint p-4">
      <legend className="sr-only">{t`Question ${number}`}</legend>
      <TextField
        label={t`Question ${number}`}
        dir="auto"
        ref={isAdded ? focusOn : undefined}
        value={question.text}
        onChange={(event) => onChange({ ...question, text: event.target.value })}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
          if (event.nativeEvent.isComposing || !isLast || question.text.trim() === "") return;
          event.preventDefault();
          onNext();
        }}
      />
      <div className="flex flex-wrap items-end gap-3">
        <SelectField
          label={t`Kind of answer`}
          options={KIND_NAMES.map((kind) => ({ value: kind, label: KINDS[kind] }))}
          value={question.kind}
          onChange={({ target }) =>
            onChange(ofKind(question, KIND_NAMES.find((kind) => kind === target.value) ?? "text"))
          }
        />
        <label className="flex min-h-9 cursor-pointer items-center gap-2 max-md:min-h-11">
          <Check
            type="checkbox"
            checked={question.isRequired}
            onChange={({ target }) => onChange({ ...question, isRequired: target.checked })}
          />
          <Trans>Required</Trans>
        </label>
        <div className="ml-auto flex gap-2">
          <Button
            size="sm"
            isDisabled={number === 1}
            aria-label={t`Move question ${number} up`}
            onClick={() => onMove(-1)}
          >
            <Trans>Up</Trans>
          </Button>
          <Button
            size="sm"
            isDisabled={isLast}
            aria-label={t`Move question ${number} down`}
            onClick={() => onMove(1)}
          >
            <Trans>Down</Trans>
          </Button>
          <Button
            size="sm"
            variant="danger"
            aria-label={t`Remove question ${number}`}
            onClick={onRemove}
          >
            <Trans>Remove</Trans>
          </Button>
        </div>
      </div>
      {hasOptions && (
        <TextareaField
          label={t`Choices, one in a line`}
          dir="auto"
          rows={4}
          hint={t`Two to ${ph({ most: MAX_OPTIONS })} choices`}
          value={question.options.join("\n")}
          onChange={(event) => onChange({ ...question, options: event.target.value.split("\n") })}
        />
      )}
    </fieldset>
  );
}

function focusOn(field: HTMLElement | null) {
  field?.focus();
}

function newQuestion(text = ""): Question {
  const id = crypto.randomUUID().slice(0, 8);
  return { kind: "text", id, text, isRequired: true };
}

/** What recruiters ask most. The owner changes them before saving. */
function usualQuestions(): Question[] {
  return [
    newQuestion(t`Why would you like to join?`),
    newQuestion(t`When do you usually play, in EVE time?`),
    newQuestion(t`Where were you before, and why did you leave?`),
  ];
}

/** Without questions that were begun and not written. */
function withoutBlank(content: FormContent): FormContent {
  return { ...content, questions: content.questions.filter(({ text }) => text.trim() !== "") };
}

function ofKind({ id, text, isRequired }: Question, kind: QuestionKind): Question {
  return kind === "choice" || kind === "choices"
    ? { kind, id, text, isRequired, options: [t`Yes`, t`No`] }
    : { kind, id, text, isRequired };
}
