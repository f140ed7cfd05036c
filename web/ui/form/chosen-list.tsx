import { t } from "#web/language/macros.ts";
import type { ReactNode } from "react";
import { Icon } from "#web/ui/icon.tsx";

export type Chosen<Key extends string | number> = { key: Key; text: string; icon?: ReactNode };

type ChosenListProps<Key extends string | number> = {
  label: string;
  chosen: Chosen<Key>[];
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
