import { useId } from "react";
import type { ReactNode } from "react";

type AttentionRowProps = {
  chip: ReactNode;
  title: ReactNode;
  text?: ReactNode;
  /** What settles it; the title describes its button. */
  action: (titleId: string) => ReactNode;
};

/** One thing that needs the user. */
export function AttentionRow({ chip, title, text, action }: AttentionRowProps) {
  const titleId = useId();
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line-faint px-4 py-2.5 first:border-t-0">
      <div className="min-w-46 max-md:w-full">{chip}</div>
      <div className="min-w-40 flex-1 max-md:min-w-56">
        <p id={titleId} className="font-medium wrap-anywhere">
          {title}
        </p>
        {text !== undefined && <p className="text-sm wrap-anywhere text-text-2">{text}</p>}
      </div>
      {action(titleId)}
    </li>
  );
}
