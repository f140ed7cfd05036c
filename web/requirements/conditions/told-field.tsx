import { Trans, t } from "#web/language/macros.ts";
import { useQuery } from "@tanstack/react-query";
import type { DeclaredFact } from "#shared/requirements/search.ts";
import type { FactTest } from "#shared/requirements/tree.ts";
import { LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { Loading } from "#web/ui/feedback/skeleton.tsx";
import { CheckboxList } from "#web/ui/form/choices.tsx";
import { SelectField } from "#web/ui/form/form.tsx";
import type { ValueProps } from "./condition-form.tsx";
import { ChoiceField, NumberField } from "./fields.tsx";
import { declaredFactsQuery } from "./queries.ts";

const BLANK: Record<DeclaredFact["kind"], FactTest> = {
  yes_no: { compare: "is", value: true },
  number: { compare: "at_least", value: 1 },
  date: { compare: "within", days: 30 },
  one_of: { compare: "one_of", values: [] },
};

/** A fact that an application tells, and what its value must be. */
export default function ToldField(props: ValueProps<"fact">) {
  const { condition, onChange, learn, names, problems } = props;
  const { factId } = condition;
  const { data, isPending, refetch } = useQuery(declaredFactsQuery);
  if (isPending) return <Loading>{t`Loading facts...`}</Loading>;
  if (!data) return <LoadFailed title={t`The facts could not be loaded`} onRetry={refetch} />;
  if (data.facts.length === 0) {
    return (
      <p className="text-sm text-text-2">
        <Trans>No application sends facts. An administrator can declare them on its page.</Trans>
      </p>
    );
  }
  const chosen = data.facts.find(({ id }) => id === factId);
  const options = data.facts.map(({ id, application, title }) => ({
    value: id,
    label: t`${application}: ${title}`,
  }));
  return (
    <div className="grid gap-3">
      <ChoiceField
        label={t`Fact`}
        value={factId}
        error={problems["factId"]}
        toChoose={t`Choose a fact`}
        removed={names.facts[factId]?.title ?? t`A removed fact`}
        options={options}
        onChoose={(chosenId) => {
          const fact = data.facts.find(({ id }) => id === chosenId);
          if (fact === undefined) return;
          const { id, title, application, maxAgeHours, kind } = fact;
          learn({ facts: { [id]: { title, application, maxAgeHours } } });
          onChange({ ...condition, factId: id, test: BLANK[kind] });
        }}
      />
      {chosen && (
        <Test
          options={chosen.options}
          test={condition.test}
          error={problems["test"]}
          onChange={(test) => onChange({ ...condition, test })}
        />
      )}
      {chosen?.isOn === false && (
        <p className="text-sm text-warn">
          <Trans>
            This application is switched off. Until it is on again, the fact is unknown.
          </Trans>
        </p>
      )}
    </div>
  );
}

type TestProps = {
  options: readonly string[];
  test: FactTest;
  error: string | undefined;
  onChange: (test: FactTest) => void;
};

function Test({ options, test, error, onChange }: TestProps) {
  switch (test.compare) {
    case "is":
      return (
        <SelectField
          label={t`Must be`}
          value={String(test.value)}
          options={[
            { value: "true", label: t`Yes` },
            { value: "false", label: t`No` },
          ]}
          onChange={() => onChange({ ...test, value: !test.value })}
        />
      );
    case "at_least":
    case "at_most":
    case "exactly":
      return (
        <>
          <SelectField
            label={t`Must be`}
            value={test.compare}
            options={[
              { value: "at_least", label: t`At least` },
              { value: "at_most", label: t`At most` },
              { value: "exactly", label: t`Exactly` },
            ]}
            onChange={({ target: { value } }) => {
              if (value === "at_least" || value === "at_most" || value === "exactly") {
                onChange({ ...test, compare: value });
              }
            }}
          />
          <NumberField
            label={t`Number`}
            value={test.value}
            isZeroShown
            error={error}
            onChange={(value) => onChange({ ...test, value })}
          />
        </>
      );
    case "within":
    case "before":
      return (
        <>
          <SelectField
            label={t`Must be`}
            value={test.compare}
            options={[
              { value: "within", label: t`At most so many days ago` },
              { value: "before", label: t`So many days ago or longer` },
            ]}
            onChange={() =>
              onChange({ ...test, compare: test.compare === "within" ? "before" : "within" })
            }
          />
          <NumberField
            label={t`Days`}
            value={test.days}
            error={error}
            onChange={(days) => onChange({ ...test, days })}
          />
        </>
      );
    case "one_of":
      return (
        <CheckboxList
          legend={t`Must be one of`}
          options={options.map((value) => ({ value, label: value }))}
          value={test.values}
          error={error}
          onChange={(values) => onChange({ ...test, values })}
        />
      );
  }
}
