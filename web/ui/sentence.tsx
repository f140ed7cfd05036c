import type { Piece } from "#web/lib/sentence.ts";

export function Sentence({ pieces }: { pieces: readonly Piece[] }) {
  return pieces.map((piece, index) =>
    typeof piece === "string" ? (
      piece
    ) : (
      // The index is the only identity of a piece, and the pieces never reorder.
      // oxlint-disable-next-line react/no-array-index-key
      <bdi key={index} className="font-medium">
        {piece.name}
      </bdi>
    ),
  );
}
