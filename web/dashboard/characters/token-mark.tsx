import type { TokenState } from "#shared/session.ts";
import { cx } from "#web/lib/cx.ts";

const MARKS: Record<TokenState, { word: string; className: string; square: string }> = {
  ok: { word: "Valid", className: "text-text-2", square: "border-ok bg-ok" },
  unknown: { word: "Not checked", className: "text-text-2", square: "border-text-2" },
  revoked: { word: "Lost", className: "text-danger", square: "border-danger" },
};

/** A square for an authorization: filled is valid, crossed is lost; the word carries the meaning. */
export function TokenMark({ state }: { state: TokenState }) {
  const { word, className, square } = MARKS[state];
  return (
    <span className={cx("inline-flex items-center gap-1.5 whitespace-nowrap", className)}>
      <span
        aria-hidden="true"
        className={cx("grid size-2.5 place-items-center border text-[0.625rem]/none", square)}
      >
        {state === "revoked" && "×"}
      </span>
      {word}
    </span>
  );
}
