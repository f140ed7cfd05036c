import { Sentence } from "#web/ui/sentence.tsx";
import type { Told } from "#web/requirements-text/tree-text.ts";
import "./requirements.css";

/** The sentences of a bracket, with those of the brackets in it. */
export function ToldList({ list }: { list: readonly Told[] }) {
  if (list.length === 0) return null;
  return (
    <ul className="bracket mt-1 grid gap-1">
      {list.map((told, index) => (
        // The place in the rule is the only identity of a part.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index} className="wrap-anywhere">
          <Sentence isPlain pieces={told.pieces} />
          <ToldList list={told.list} />
        </li>
      ))}
    </ul>
  );
}
