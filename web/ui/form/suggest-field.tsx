/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role, jsx-a11y/click-events-have-key-events -- A datalist can show neither portraits nor "Searching..."; the input handles the keys. */
import { useId, useState } from "react";
import type { KeyboardEvent, ReactNode } from "react";
import { cx } from "#web/lib/cx.ts";
import { CONTROL_CLASSES, Field } from "./field.tsx";

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
  /** It appears because the user has asked for it. */
  isFocused?: boolean | undefined;
};

const takeFocus = (input: HTMLInputElement | null) => input?.focus();

/**
 * A text field with suggestions that accepts any text. Source: the combobox pattern of WAI-ARIA,
 * https://www.w3.org/WAI/ARIA/apg/patterns/combobox/
 */
export function SuggestField(props: SuggestFieldProps) {
  const { label, hint, error, placeholder, value, onChange, onPick, suggestions, note } = props;
  const noneActive = props.isFirstActive ? 0 : -1;
  const listId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(noneActive);
  const isListShown = isOpen && suggestions.length > 0;
  const optionId = (index: number) => `${listId}-${index}`;

  const pick = (suggestion: Suggestion) => {
    onChange(suggestion.text);
    onPick?.(suggestion);
    setIsOpen(false);
    setActive(noneActive);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const last = suggestions.length - 1;
    const chosen = suggestions[active];
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (suggestions.length === 0) return;
      const step = event.key === "ArrowDown" ? active + 1 : active - 1;
      setActive(step > last ? 0 : step < 0 ? last : step);
      setIsOpen(true);
    } else if (event.key === "Enter" && isListShown && chosen) {
      pick(chosen);
    } else if (event.key === "Escape" && isListShown) {
      setIsOpen(false);
      setActive(noneActive);
    } else if (event.key !== "Enter" || !props.isFirstActive || value === "") return;
    event.preventDefault();
  };

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
              role="combobox"
              aria-expanded={isListShown}
              aria-controls={listId}
              aria-autocomplete="list"
              aria-activedescendant={isListShown && active >= 0 ? optionId(active) : undefined}
              autoComplete="off"
              spellCheck={false}
              placeholder={placeholder}
              value={value}
              onChange={(event) => {
                onChange(event.target.value);
                setActive(noneActive);
                setIsOpen(true);
              }}
              onFocus={() => setIsOpen(true)}
              onBlur={() => setIsOpen(false)}
              onKeyDown={onKeyDown}
              className={cx(CONTROL_CLASSES, "h-9 max-md:h-11")}
            />
            {/* Always rendered, because `aria-controls` has to refer to an element. */}
            <ul
              id={listId}
              role="listbox"
              aria-label="Suggestions"
              hidden={!isListShown}
              className="absolute top-full right-0 left-0 z-4 mt-1 max-h-72 overflow-y-auto rounded-control border border-line bg-overlay p-1 shadow-overlay"
            >
              {suggestions.map((suggestion, index) => (
                <li
                  key={suggestion.key}
                  id={optionId(index)}
                  role="option"
                  aria-selected={index === active}
                  // Keep the focus in the input: its blur would close the list before the click.
                  onPointerDown={(event) => event.preventDefault()}
                  onClick={() => pick(suggestion)}
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
            {note ?? (isListShown && `${suggestions.length} suggestions`)}
          </output>
        </>
      )}
    </Field>
  );
}
