import type { GroupEvent } from "#shared/activity.ts";
import { Sentence } from "#web/ui/sentence.tsx";
import { changesOf, sentenceOf, termsOf } from "./group-sentence.ts";
import type { Change } from "./group-sentence.ts";

/** The event of a group or a category, with the fields it changed. */
export function EventText({ event }: { event: GroupEvent }) {
  const terms = termsOf(event);
  return (
    <>
      <p className="wrap-anywhere">
        <Sentence pieces={sentenceOf(event)} />
        {terms && <span className="text-text-3"> · {terms.useLimit}</span>}
      </p>
      {changesOf(event).map((change) => (
        <ChangeLine key={change.field} change={change} />
      ))}
    </>
  );
}

export function ChangeLine({ change: { field, from, to } }: { change: Change }) {
  return (
    <p className="text-sm wrap-anywhere text-text-3">
      {field}
      {from !== null && to !== null ? (
        <>
          : <bdi>{from}</bdi> → <bdi className="text-text-2">{to}</bdi>
        </>
      ) : (
        " was changed"
      )}
    </p>
  );
}
