import { msg } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import type { Message } from "#shared/language/messages.ts";
import type { TokenState } from "#shared/session.ts";
import { cx } from "#web/lib/cx.ts";

const MARKS: Record<TokenState, { word: Message; className: string; square: string }> = {
  ok: { word: msg`Valid`, className: "text-text-2", square: "border-ok bg-ok" },
  unknown: { word: msg`Not checked`, className: "text-text-2", square: "border-text-2" },
  revoked: { word: msg`Lost`, className: "text-danger", square: "border-danger" },
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
      {say(word)}
    </span>
  );
}
