import { t } from "#web/language/macros.ts";
import { ANSWER_MAX_LENGTH } from "#shared/groups/forms.ts";
import type { Answer, Question } from "#shared/groups/forms.ts";
import {
  CharacterCounter,
  TextareaField,
  TextField,
  submitOnControlEnter,
} from "#web/ui/form/form.tsx";
import { CheckboxList, RadioCards } from "#web/ui/form/choices.tsx";

type QuestionFieldProps = {
  question: Question;
  answer: Answer | undefined;
  error: string | undefined;
  onChange: (answer: Answer | undefined) => void;
};

const YES = "yes";
const NO = "no";

/** One question of a form, with the control that its kind needs. */
export function QuestionField({ question, answer, error, onChange }: QuestionFieldProps) {
  const label = question.isRequired ? question.text : t`${question.text} (optional)`;
  const text = typeof answer === "string" ? answer : "";
  switch (question.kind) {
    case "text":
      return (
        <TextareaField
          label={label}
          dir="auto"
          rows={3}
          value={text}
          error={error}
          aside={<CharacterCounter text={text} limit={ANSWER_MAX_LENGTH} />}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={submitOnControlEnter}
        />
      );
    case "link":
      return (
        <TextField
          label={label}
          type="url"
          inputMode="url"
          placeholder="https://"
          value={text}
          error={error}
          onChange={(event) => onChange(event.target.value.trim())}
        />
      );
    case "number":
      return (
        <TextField
          label={label}
          type="number"
          value={typeof answer === "number" ? String(answer) : ""}
          error={error}
          onChange={({ target }) =>
            onChange(target.value === "" ? undefined : target.valueAsNumber)
          }
        />
      );
    case "yes_no":
      return (
        <RadioCards
          legend={label}
          options={[
            { value: YES, label: t`Yes` },
            { value: NO, label: t`No` },
          ]}
          value={answer === undefined ? "" : answer === true ? YES : NO}
          error={error}
          onChange={(value) => onChange(value === YES)}
        />
      );
    case "choice":
      return (
        <RadioCards
          legend={label}
          options={question.options.map((option) => ({ value: option, label: option }))}
          value={text}
          error={error}
          onChange={onChange}
        />
      );
    case "choices":
      return (
        <CheckboxList
          legend={label}
          options={question.options.map((option) => ({ value: option, label: option }))}
          value={Array.isArray(answer) ? answer : []}
          error={error}
          onChange={onChange}
        />
      );
  }
}
