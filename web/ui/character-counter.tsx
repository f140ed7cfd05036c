import { formatInteger } from "#web/lib/format.ts";

/** From which share of the limit on a screen reader hears the count. */
const WORTH_SAYING = 0.9;

/** How much of a limited text is used. */
export function CharacterCounter({ text, limit }: { text: string; limit: number }) {
  const count = text.length;
  const isOver = count > limit;
  return (
    <span className={isOver ? "text-danger" : undefined}>
      <span aria-hidden="true" className="tabular-nums">
        {formatInteger(count)} / {formatInteger(limit)}
      </span>
      <output className="sr-only">
        {count >= limit * WORTH_SAYING && `${count} of ${limit} characters`}
      </output>
    </span>
  );
}
