import { OPERATION_KINDS } from "#shared/operations/limits.ts";
import { OPERATION_KIND_LABELS } from "#web/lib/labels.ts";
import { CheckboxList } from "#web/ui/form/choices.tsx";
import { say } from "#web/language/messages.ts";
import { t } from "#web/language/macros.ts";
import type { RuleNames } from "#shared/requirements/cause.ts";
import { lazy, Suspense } from "react";
import type { KeyboardEvent, ReactElement, ReactNode } from "react";
import type { Condition } from "#shared/requirements/tree.ts";
import type { RowProblems } from "#web/requirements/rule/problems.ts";
import { Button } from "#web/ui/button.tsx";
import { Loading } from "#web/ui/feedback/skeleton.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { EveList, GroupField, NumberField } from "./fields.tsx";
import {
  RolesField,
  ScopesField,
  ServerField,
  StandingField,
  TitlesField,
} from "./value-fields.tsx";

const SkillsField = lazy(() => import("./skills-field.tsx"));
const ToldField = lazy(() => import("./told-field.tsx"));

export type ValueProps<Type extends Condition["type"]> = {
  condition: Extract<Condition, { type: Type }>;
  onChange: (condition: Condition) => void;
  /** The names of what was found by a search. */
  learn: (names: Partial<RuleNames>) => void;
  names: RuleNames;
  problems: RowProblems;
};

type ConditionFormProps = Omit<ValueProps<Condition["type"]>, "condition"> & {
  condition: Condition;
  /** Asked before the values. */
  question?: ReactNode;
  focusKey: string;
  onDone: () => void;
  onCancel: () => void;
};

/** The values of a condition, below its sentence. Changes take effect at once; Cancel takes them back. */
export default function ConditionForm({
  question,
  focusKey,
  onDone,
  onCancel,
  ...value
}: ConditionFormProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.preventDefault();
    onCancel();
  };
  return (
    <Form className="grid gap-3" onSubmit={onDone} onKeyDown={onKeyDown}>
      <div data-focus={focusKey}>
        {question}
        <Suspense fallback={<Loading>{t`Loading...`}</Loading>}>
          <ConditionValue {...value} />
        </Suspense>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" size="sm">
          {t`Done`}
        </Button>
        <Button size="sm" onClick={onCancel}>
          {t`Cancel`}
        </Button>
      </div>
    </Form>
  );
}

/** The fields of a condition; null: it has no values. */
function ConditionValue({
  condition,
  ...rest
}: Omit<ConditionFormProps, "question" | "focusKey" | "onDone" | "onCancel">): ReactElement | null {
  const { onChange, problems } = rest;
  switch (condition.type) {
    case "corporation":
      return (
        <EveList
          {...rest}
          kind="corporation"
          ids={condition.corporationIds}
          error={problems["corporationIds"]}
          onChange={(corporationIds) => onChange({ ...condition, corporationIds })}
        />
      );
    case "alliance":
      return (
        <EveList
          {...rest}
          kind="alliance"
          ids={condition.allianceIds}
          error={problems["allianceIds"]}
          onChange={(allianceIds) => onChange({ ...condition, allianceIds })}
        />
      );
    case "member_of":
      return <GroupField condition={condition} {...rest} />;
    case "took_part":
      return (
        <div className="grid gap-3">
          <GroupField condition={condition} {...rest} />
          <NumberField
            label={t`Operations`}
            value={condition.count}
            error={problems["count"]}
            onChange={(count) => onChange({ ...condition, count })}
          />
          <NumberField
            label={t`Days`}
            value={condition.days}
            error={problems["days"]}
            onChange={(days) => onChange({ ...condition, days })}
          />
          <CheckboxList
            legend={t`Kinds; none is any`}
            options={OPERATION_KINDS.map((value) => ({
              value,
              label: say(OPERATION_KIND_LABELS[value]),
            }))}
            value={condition.kinds}
            onChange={(kinds) => onChange({ ...condition, kinds })}
          />
        </div>
      );
    case "skills":
      return <SkillsField condition={condition} {...rest} />;
    case "roles":
      return <RolesField condition={condition} {...rest} />;
    case "titles":
      return <TitlesField condition={condition} {...rest} />;
    case "authorization":
      return <ScopesField condition={condition} {...rest} />;
    case "standing":
      return <StandingField condition={condition} {...rest} />;
    case "on_discord_server":
      return <ServerField condition={condition} {...rest} />;
    case "fact":
      return <ToldField condition={condition} {...rest} />;
    case "time_in_corporation":
    case "character_age":
    case "account_age":
      return (
        <NumberField
          label={t`Days`}
          value={condition.days}
          error={problems["days"]}
          onChange={(days) => onChange({ ...condition, days })}
        />
      );
    case "total_sp":
      return (
        <NumberField
          label={t`Skill points`}
          hint={t`Such as 5,000,000 or 5m.`}
          value={condition.minimum}
          error={problems["minimum"]}
          onChange={(minimum) => onChange({ ...condition, minimum })}
        />
      );
    case "security_status":
      return (
        <NumberField
          label={t`Security status`}
          hint={t`From -10 to 10.`}
          value={condition.minimum}
          isZeroShown
          error={problems["minimum"]}
          onChange={(minimum) => onChange({ ...condition, minimum })}
        />
      );
    case "discord_linked":
    case "cleared":
      return null;
  }
}
