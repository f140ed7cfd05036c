import { useEffect, useRef } from "react";
import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { Trans, t } from "#web/language/macros.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { cx } from "#web/lib/cx.ts";
import { addressNow } from "#web/lib/filters.ts";
import { formatInteger } from "#web/lib/format.ts";
import { TextField } from "./form.tsx";

type SearchFormProps = {
  /** What is searched, for screen readers: "Corporations". */
  subject: string;
  /** The search in the address that counts: see `search` of the page. */
  search: string;
  label: string;
  hint?: ReactNode;
  placeholder?: string;
  minLength?: number;
  maxLength: number;
};

/** A search on button click or Enter, kept in the address as `search`. */
export function SearchForm({ subject, search, ...field }: SearchFormProps) {
  const fieldRef = useRef<HTMLInputElement>(null);
  const [, setParams] = useSearchParams();
  // The back button and Clear search change the URL without changing the field.
  useEffect(() => {
    if (fieldRef.current) fieldRef.current.value = search;
  }, [search]);
  const onSearch = (next: string) => {
    const params = addressNow();
    if (next === "") params.delete("search");
    else params.set("search", next);
    setParams(params, { preventScrollReset: true });
  };
  return (
    <search aria-label={subject}>
      <form
        className="flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          onSearch(fieldRef.current?.value.trim() ?? "");
        }}
      >
        <TextField
          {...field}
          ref={fieldRef}
          type="search"
          defaultValue={search}
          className="min-w-40 flex-1 md:max-w-96"
        />
        <Button type="submit" icon={<Icon name="search" />}>
          <Trans context="button">Search</Trans>
        </Button>
        {search !== "" && (
          <Button
            variant="ghost"
            icon={<Icon name="close" />}
            onClick={() => {
              onSearch("");
              fieldRef.current?.focus();
            }}
          >
            {t`Clear search`}
          </Button>
        )}
      </form>
    </search>
  );
}

type FilterChipsProps<Value> = {
  /** For screen readers. */
  legend: string;
  /** Without a count it is not loaded yet; space is reserved. */
  choices: readonly { value: Value; label: string; count: number | undefined }[];
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
          <Count>{count !== undefined && formatInteger(count)}</Count>
        </button>
      ))}
    </fieldset>
  );
}

const Count = ({ children }: { children: ReactNode }) => (
  <span className="min-w-[1ch] text-text-2 tabular-nums">{children}</span>
);

type FilterToggleProps = {
  label: string;
  /** How many rows it keeps; undefined: not known, or not loaded yet. Space is reserved. */
  count: string | undefined;
  isChosen: boolean;
  onToggle: (isOn: boolean) => void;
};

/** One of several filters, which may apply together. */
export function FilterToggle({ label, count, isChosen, onToggle }: FilterToggleProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={() => onToggle(!isChosen)}
      className={cx(
        "control inline-flex min-h-9 items-center gap-2 rounded-control border px-3 text-sm max-md:min-h-11",
        isChosen
          ? "border-signal bg-signal-dim text-text-1"
          : "border-line-control text-text-2 hover:bg-surface-3",
      )}
    >
      {isChosen && <Icon name="check" size={12} />}
      {label}
      <Count>{count}</Count>
    </button>
  );
}
