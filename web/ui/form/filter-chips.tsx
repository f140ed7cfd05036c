import { formatInteger } from "#web/lib/format.ts";

type FilterChipsProps<Value> = {
  /** For screen readers. */
  legend: string;
  choices: readonly { value: Value; label: string; count: number }[];
  chosen: Value;
  onChoose: (value: Value) => void;
};

/** Which rows of a list are shown, with how many there are of each kind. */
export function FilterChips<Value extends string | undefined>(props: FilterChipsProps<Value>) {
  const { legend, choices, chosen, onChoose } = props;
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">{legend}</legend>
      {choices.map(({ value, label, count }) => (
        <button
          key={label}
          type="button"
          aria-pressed={value === chosen}
          className="control inline-flex min-h-8 items-center gap-1.5 rounded-control border border-line-control px-3 text-sm text-text-2 transition-colors hover:bg-surface-3 aria-pressed:border-text-2 aria-pressed:bg-surface-3 aria-pressed:font-medium aria-pressed:text-text-1 max-md:min-h-11"
          onClick={() => onChoose(value)}
        >
          {label}
          <span className="text-text-2 tabular-nums">{formatInteger(count)}</span>
        </button>
      ))}
    </fieldset>
  );
}
