import { Trans, t } from "#web/language/macros.ts";
import { sayShared } from "#web/language/shared-words.ts";
import { useQuery } from "@tanstack/react-query";
import { LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { Loading } from "#web/ui/feedback/skeleton.tsx";
import { Check } from "#web/ui/form/check.tsx";
import { FieldError } from "#web/ui/form/field.tsx";
import type { ValueProps } from "./condition-form.tsx";
import { EveList } from "./list-fields.tsx";
import { titlesQuery } from "./queries.ts";

/** The titles of one corporation. */
export default function TitlesField(props: ValueProps<"titles">) {
  const { condition, onChange, learn, names, problems } = props;
  const { corporationId } = condition;
  const isChosen = corporationId > 0;
  return (
    <div className="grid gap-3">
      <EveList
        kind="corporation"
        isSingle
        ids={isChosen ? [corporationId] : []}
        names={names}
        learn={learn}
        error={isChosen ? undefined : problems["corporationId"] && t`Choose a corporation.`}
        onChange={([id = 0]) => onChange({ ...condition, corporationId: id, titleIds: [] })}
      />
      {isChosen && <Titles {...props} />}
    </div>
  );
}

function Titles({ condition, onChange, learn, problems }: ValueProps<"titles">) {
  const { corporationId, titleIds } = condition;
  const { data, isPending, refetch } = useQuery(titlesQuery(corporationId));
  if (isPending) return <Loading>{t`Loading titles...`}</Loading>;
  if (!data) return <LoadFailed title={t`The titles could not be loaded`} onRetry={refetch} />;
  if (data.titles.length === 0) {
    return (
      <p className="text-sm text-text-2">
        {data.problem === null ? t`The corporation has no titles.` : sayShared(data.problem)}
      </p>
    );
  }
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">
        <Trans>Titles: one of them is enough</Trans>
      </legend>
      <div className="grid gap-x-4 sm:grid-cols-2">
        {data.titles.map(({ titleId, name }) => (
          <label
            key={titleId}
            className="flex min-h-8 cursor-pointer items-center gap-2 max-md:min-h-11"
          >
            <Check
              type="checkbox"
              checked={titleIds.includes(titleId)}
              onChange={({ target }) => {
                learn({ titles: { [`${corporationId}:${titleId}`]: name } });
                onChange({
                  ...condition,
                  titleIds: target.checked
                    ? [...titleIds, titleId]
                    : titleIds.filter((one) => one !== titleId),
                });
              }}
            />
            <bdi className="min-w-0 wrap-anywhere">{name}</bdi>
          </label>
        ))}
      </div>
      {problems["titleIds"] && <FieldError id="titles-problem">{problems["titleIds"]}</FieldError>}
    </fieldset>
  );
}
