import { ph, t } from "#web/language/macros.ts";
/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role, jsx-a11y/click-events-have-key-events -- A datalist can show neither portraits nor "Searching..."; the input handles the keys. */
import { useState } from "react";
import type { KeyboardEvent, ReactNode } from "react";
import { cx } from "#web/lib/cx.ts";
import { CONTROL_CLASSES, Field } from "./form.tsx";
import { useCombobox } from "./use-combobox.ts";

/** `detail` follows the text in the list and is not filled in. */
type Suggestion = { key: string | number; text: string; icon?: ReactNode; detail?: ReactNode };

type SuggestFieldProps = {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  placeholder?: string;
  value: string;
  onChange: (value: string) => void;
  /** For suggestions whose text is not unique. */
  onPick?: (suggestion: Suggestion) => void;
  suggestions: readonly Suggestion[];
  /** Shown instead of suggestions: "Searching...". */
  note?: string | undefined;
  /** Enter picks the first suggestion, where only suggestions are accepted. */
  isFirstActive?: boolean;
  /** The field takes the focus: it appears because the user has asked for it. */
  isFocused?: boolean | undefined;
};

const takeFocus = (input: HTMLInputElement | null) => input?.focus();

/** A text field with suggestions that accepts any text. */
export function SuggestField(props: SuggestFieldProps) {
  const { label, hint, error, placeholder, value, onChange, onPick, suggestions, note } = props;
  const [isOpen, setIsOpen] = useState(false);
  const isListShown = isOpen && suggestions.length > 0;
  const combobox = useCombobox({
    count: suggestions.length,
    first: props.isFirstActive ? 0 : -1,
    isOpen: isListShown,
    onMove: () => setIsOpen(true),
    onChoose: (index) => {
      const suggestion = suggestions[index];
      if (suggestion === undefined) return;
      onChange(suggestion.text);
      onPick?.(suggestion);
      close();
    },
  });

  function close() {
    setIsOpen(false);
    combobox.restart();
  }
  function onKeyDown(event: KeyboardEvent) {
    if (combobox.onKeyDown(event)) return;
    const isTyped = event.key === "Enter" && props.isFirstActive === true && value !== "";
    if (event.key === "Escape" && isListShown) close();
    else if (!isTyped) return;
    event.preventDefault();
  }

  return (
    <Field
      label={label}
      {...(hint !== undefined && { hint })}
      error={error}
      className="min-w-0 flex-1"
    >
      {(control) => (
        <>
          <div className="relative">
            <input
              {...control}
              ref={props.isFocused ? takeFocus : undefined}
              type="text"
              {...combobox.field}
              placeholder={placeholder}
              value={value}
              onChange={(event) => {
                onChange(event.target.value);
                combobox.restart();
                setIsOpen(true);
              }}
              onFocus={() => setIsOpen(true)}
              onBlur={() => setIsOpen(false)}
              onKeyDown={onKeyDown}
              className={cx(CONTROL_CLASSES, "h-9 max-md:h-11")}
            />
            {/* Always rendered, because `aria-controls` has to refer to an element. */}
            <ul
              {...combobox.list}
              aria-label={t`Suggestions`}
              hidden={!isListShown}
              className="absolute top-full right-0 left-0 z-4 mt-1 max-h-72 overflow-y-auto rounded-control border border-line bg-overlay p-1 shadow-overlay"
            >
              {suggestions.map((suggestion, index) => (
                <li
                  key={suggestion.key}
                  {...combobox.option(index)}
                  className="flex min-h-10 cursor-pointer items-center gap-2.5 rounded-control px-2 hover:bg-surface-3 aria-selected:bg-surface-3 aria-selected:inset-shadow-nav max-md:min-h-11"
                >
                  {suggestion.icon}
                  <bdi className="min-w-0 wrap-anywhere">{suggestion.text}</bdi>
                  {suggestion.detail && (
                    <span className="ml-auto text-sm text-text-2">{suggestion.detail}</span>
                  )}
                </li>
              ))}
            </ul>
          </div>
          <output className={note ? "block text-sm text-text-2" : "sr-only"}>
            {note ?? (isListShown && t`${ph({ count: suggestions.length })} suggestions`)}
          </output>
        </>
      )}
    </Field>
  );
}
