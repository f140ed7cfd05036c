import type { Piece } from "#web/lib/sentence.ts";

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
