import { cx } from "#web/lib/cx.ts";
import { Icon } from "#web/ui/icon.tsx";

export type Sorting = {
  key: string;
  isDescending: boolean;
  onSort: (key: string, isDescending: boolean) => void;
};

type SortButtonProps = {
  label: string;
  sortKey: string;
  align: "end" | undefined;
  isLargestFirst?: boolean | undefined;
  sorting: Sorting;
};

/** A column header that sorts its table, and reverses the order when it is pressed again. */
export function SortButton(props: SortButtonProps) {
  const { label, sortKey, align, isLargestFirst = false, sorting } = props;
  const { key, isDescending, onSort } = sorting;
  const isCurrent = key === sortKey;
  return (
    <>
      <button
        type="button"
        onClick={() => onSort(sortKey, isCurrent ? !isDescending : isLargestFirst)}
        className={cx(
          // Beside numbers, the label keeps its place at the edge.
          align === "end" && "flex-row-reverse",
          "group -mx-1.5 -my-1.5 inline-flex min-h-6 cards:hidden items-center gap-1 rounded-control px-1.5 hover:text-text-1",
          isCurrent && "text-text-1",
        )}
      >
        {label}
        <span
          className={cx(
            isCurrent && !isDescending && "rotate-180",
            !isCurrent && "opacity-0 group-hover:opacity-60 group-focus-visible:opacity-60",
          )}
        >
          <Icon name="chevron" size={12} />
        </span>
      </button>
      {/* Cards have no header to press; screen readers still read it. */}
      <span className="hidden cards:inline">{label}</span>
    </>
  );
}
