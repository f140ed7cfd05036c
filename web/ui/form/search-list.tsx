import type { ReactNode } from "react";
import { SuggestField } from "./suggest-field.tsx";
import { ChosenList } from "./chosen-list.tsx";
import type { Chosen } from "./chosen-list.tsx";

export type Found<Key extends string | number> = {
  hits: (Chosen<Key> & { detail?: ReactNode })[];
  note: string | undefined;
};

type SearchListProps<Key extends string | number> = {
  label: string;
  placeholder: string;
  /** Names the list of what is chosen. */
  chosenLabel: string;
  chosen: Chosen<Key>[];
  typed: string;
  onType: (typed: string) => void;
  /** What matches the typed text. */
  found: Found<Key>;
  error: string | undefined;
  isFocused?: boolean | undefined;
  onAdd: (hit: Chosen<Key>) => void;
  onRemove: (key: Key) => void;
};

/** A search that adds to a list. */
export function SearchList<Key extends string | number>(props: SearchListProps<Key>) {
  const { label, placeholder, chosenLabel, chosen, typed, onType, found, error } = props;
  const { onAdd, onRemove } = props;
  const isChosen = (key: Key) => chosen.some((one) => one.key === key);
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
          const hit = open.find((one) => one.key === key);
          onType("");
          if (hit) onAdd(hit);
        }}
      />
    </div>
  );
}
