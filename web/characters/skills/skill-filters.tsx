import { Trans, t } from "#web/language/macros.ts";
import { useSearchParams } from "react-router";
import { Check } from "#web/ui/form/check.tsx";
import { TextField } from "#web/ui/form/field.tsx";
import type { SkillFilter } from "./skill-book.ts";

/** The filter is kept in the URL: `?skill=hull&level=5`. */
export function useSkillFilter() {
  const [params, setParams] = useSearchParams();
  const filter: SkillFilter = {
    text: params.get("skill") ?? "",
    isMaxedOnly: params.get("level") === "5",
  };
  const setFilter = ({ text, isMaxedOnly }: SkillFilter) =>
    setParams(
      (params) => {
        const next = new URLSearchParams(params);
        if (text) next.set("skill", text);
        else next.delete("skill");
        if (isMaxedOnly) next.set("level", "5");
        else next.delete("level");
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return { filter, setFilter };
}

type SkillFiltersProps = { filter: SkillFilter; onChange: (filter: SkillFilter) => void };

export function SkillFilters({ filter, onChange }: SkillFiltersProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <TextField
        label={t`Filter skills`}
        isLabelHidden
        type="search"
        placeholder={t`Filter skills`}
        autoComplete="off"
        className="min-w-48 flex-1"
        value={filter.text}
        onChange={(event) => onChange({ ...filter, text: event.target.value })}
      />
      <label className="flex min-h-9 cursor-pointer items-center gap-2 max-md:min-h-11">
        <Check
          type="checkbox"
          className="size-4"
          checked={filter.isMaxedOnly}
          onChange={(event) => onChange({ ...filter, isMaxedOnly: event.target.checked })}
        />
        <Trans>Level V only</Trans>
      </label>
    </div>
  );
}
