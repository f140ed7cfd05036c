import { t } from "#web/language/macros.ts";
import { formatInteger } from "#web/lib/format.ts";

/** Screen readers hear the count from this share of the limit on. */
const ANNOUNCED_FROM = 0.9;

export function CharacterCounter({ text, limit }: { text: string; limit: number }) {
  const count = text.length;
  const isOver = count > limit;
  return (
    <span className={isOver ? "text-danger" : undefined}>
      <span aria-hidden="true" className="tabular-nums">
        {formatInteger(count)} / {formatInteger(limit)}
      </span>
      <output className="sr-only">
        {count >= limit * ANNOUNCED_FROM && t`${count} of ${limit} characters`}
      </output>
    </span>
  );
}
