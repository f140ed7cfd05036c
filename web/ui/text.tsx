import type { ReactNode } from "react";
import type { Piece } from "#web/lib/sentence.ts";

/**
 * Text for screen readers: "Join<VisuallyHidden> Home Defence</VisuallyHidden>". Browsers put a space before it in the name of
 * a button, so it never begins with a punctuation mark.
 */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className="sr-only">{children}</span>;
}

type SentenceProps = {
  pieces: readonly Piece[];
  /** Names are not emphasized. */
  isPlain?: boolean;
};

export function Sentence({ pieces, isPlain = false }: SentenceProps) {
  return pieces.map((piece, index) =>
    typeof piece === "string" ? (
      piece
    ) : (
      // The index is the only identity of a piece, and the pieces never reorder.
      // oxlint-disable-next-line react/no-array-index-key
      <bdi key={index} className={isPlain ? "" : "font-medium"}>
        {piece.name}
      </bdi>
    ),
  );
}

/** The key of a button, after its label. */
export function KeyHint({ children }: { children: string }) {
  return (
    <span aria-hidden="true" className="ml-2 max-md:hidden">
      <Kbd>{children}</Kbd>
    </span>
  );
}

export function Kbd({ children }: { children: string }) {
  return (
    <kbd className="inline-grid h-5.5 min-w-5.5 place-items-center rounded-control border border-line bg-surface-2 px-1.5 font-ui text-xs font-medium text-text-2 first-letter:uppercase">
      {children}
    </kbd>
  );
}
