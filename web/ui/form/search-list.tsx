import type { ReactNode } from "react";
import { t } from "#web/language/macros.ts";
import { Icon } from "#web/ui/icon.tsx";
import { SuggestField } from "./suggest-field.tsx";

export type Found<Key extends string | number> = {
  hits: (ChosenItem<Key> & { detail?: ReactNode })[];
  note: string | undefined;
};

type SearchListProps<Key extends string | number> = {
  label: string;
  placeholder: string;
  /** Names the list of what is chosen. */
  chosenLabel: string;
  chosen: ChosenItem<Key>[];
  typed: string;
  onType: (typed: string) => void;
  /** What matches the typed text. */
  found: Found<Key>;
  error: string | undefined;
  isFocused?: boolean | undefined;
  onAdd: (hit: ChosenItem<Key>) => void;
  onRemove: (key: Key) => void;
};

/** A search that adds to a list. */
export function SearchList<Key extends string | number>(props: SearchListProps<Key>) {
  const { label, placeholder, chosenLabel, chosen, typed, onType, found, error } = props;
  const { onAdd, onRemove } = props;
  const isChosen = (key: Key) => chosen.some((item) => item.key === key);
  const open = found.hits.filter(({ key }) => !isChosen(key));
  return (
    <div className="grid gap-2">
      <ChosenList label={chosenLabel} chosen={chosen} onRemove={onRemove} />
      <SuggestField
        label={label}
        placeholder={placeholder}
        isFirstActive
        isFocused={props.isFocused}
        value={typed}
        error={error}
        suggestions={open}
        note={found.note}
        onChange={onType}
        onPick={({ key }) => {
          const hit = open.find((item) => item.key === key);
          onType("");
          if (hit) onAdd(hit);
        }}
      />
    </div>
  );
}

export type ChosenItem<Key extends string | number> = { key: Key; text: string; icon?: ReactNode };

type ChosenListProps<Key extends string | number> = {
  label: string;
  chosen: ChosenItem<Key>[];
  onRemove: (key: Key) => void;
};

/** What a condition lists, each with a button that removes it. */
export function ChosenList<Key extends string | number>(props: ChosenListProps<Key>) {
  const { label, chosen, onRemove } = props;
  if (chosen.length === 0) return null;
  return (
    <ul aria-label={label} className="flex flex-wrap gap-1.5">
      {chosen.map(({ key, text, icon }) => (
        <li
          key={key}
          className="flex min-h-8 max-w-full items-center gap-2 rounded-control border border-line bg-surface-3 pl-2 max-md:min-h-11"
        >
          {icon}
          <bdi className="min-w-0 wrap-anywhere">{text}</bdi>
          <button
            type="button"
            aria-label={t`Remove ${text}`}
            title={t`Remove ${text}`}
            className="grid size-8 shrink-0 place-items-center rounded-control text-text-2 hover:text-text-1 max-md:size-11"
            onClick={() => onRemove(key)}
          >
            <Icon name="close" size={12} />
          </button>
        </li>
      ))}
    </ul>
  );
}
