import type { ComponentProps } from "react";
import { cx } from "#web/lib/cx.ts";
import { Icon } from "#web/ui/icon.tsx";

const WORD =
  "mx-px inline-flex min-h-7 max-w-full items-center gap-1 rounded-t-control border-b border-line-control bg-surface-3 px-1.5 text-start align-baseline leading-tight font-medium wrap-anywhere text-text-1 hover:border-text-2 aria-expanded:border-signal max-md:min-h-9";

type WordButtonProps = Omit<ComponentProps<"button">, "type" | "className"> & {
  isMissing: boolean;
};

/** A word of a sentence that opens the form of its row. */
export function WordButton({ isMissing, children, ...rest }: WordButtonProps) {
  return (
    <button {...rest} type="button" className={cx(WORD, isMissing && "text-warn")}>
      <bdi>{children}</bdi>
      <span className="text-text-2">
        <Icon name="chevron" size={12} />
      </span>
    </button>
  );
}

type WordSelectProps<Value extends string> = {
  /** For screen readers: "Whose fact". */
  label: string;
  value: Value;
  options: readonly { value: Value; label: string; isDisabled?: boolean }[];
  onChange: (value: Value) => void;
  focusKey?: string;
};

/** A word of a sentence that is chosen from a few. */
export function WordSelect<Value extends string>(props: WordSelectProps<Value>) {
  const { label, value, options, onChange, focusKey } = props;
  return (
    <span className="relative mx-px inline-flex max-w-full align-baseline">
      <select
        aria-label={label}
        data-focus={focusKey}
        value={value}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value);
          if (chosen) onChange(chosen.value);
        }}
        className={cx(WORD, "field-sizing-content appearance-none pr-5.5 mx-0 cursor-pointer")}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.isDisabled}>
            {option.label}
          </option>
        ))}
      </select>
      <span className="pointer-events-none absolute inset-y-0 right-1.5 flex items-center text-text-2">
        <Icon name="chevron" size={12} />
      </span>
    </span>
  );
}
