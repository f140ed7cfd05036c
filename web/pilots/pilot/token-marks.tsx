import { Plural, Trans, msg, t } from "#web/language/macros.ts";
import type { Message } from "#shared/language/messages.ts";
import type { TokenMark } from "#shared/account/character.ts";
import { cx } from "#web/lib/cx.ts";
import { Icon } from "#web/ui/icon.tsx";
import { VisuallyHidden } from "#web/ui/text.tsx";

/** Above this, a number says more than marks. */
const MOST_MARKS = 14;

const MARKS: Record<TokenMark, string> = {
  ok: "bg-ok",
  unknown: "border border-dashed border-line-control",
  revoked: "bg-danger",
  none: "border border-line-control",
};

export const TOKEN_WORDS: Record<TokenMark, Message> = {
  ok: msg`Valid`,
  unknown: msg`Not known`,
  revoked: msg`Lost`,
  none: msg`Never authorized`,
};

/** One mark for each character: filled is valid, crossed is lost, an outline was never authorized. */
export function TokenMarks({ tokens }: { tokens: readonly TokenMark[] }) {
  const count = (mark: TokenMark) => tokens.filter((other) => other === mark).length;
  const [valid, lost] = [count("ok"), count("revoked")];
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1 tabular-nums">
      {tokens.length > MOST_MARKS ? (
        <span>
          <Trans>{valid} valid</Trans>
        </span>
      ) : (
        <span aria-hidden="true" className="flex flex-wrap gap-1">
          {tokens.map((mark, index) => (
            // Marks of the same kind are alike.
            // oxlint-disable-next-line react/no-array-index-key
            <TokenSquare key={index} mark={mark} />
          ))}
        </span>
      )}
      <VisuallyHidden>
        <Trans>
          {valid} of{" "}
          <Plural value={{ count: tokens.length }} one="# authorization" other="# authorizations" />{" "}
          valid
        </Trans>
      </VisuallyHidden>
      {lost > 0 && (
        <span className="text-sm whitespace-nowrap text-danger">
          {lost === tokens.length && lost > 1 ? t`all lost` : t`${lost} lost`}
        </span>
      )}
    </span>
  );
}

export function TokenSquare({ mark }: { mark: TokenMark }) {
  return (
    <span
      aria-hidden="true"
      className={cx("grid size-2.5 place-items-center text-void", MARKS[mark])}
    >
      {mark === "revoked" && <Icon name="close" size={10} />}
    </span>
  );
}
