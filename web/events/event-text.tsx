import { Trans } from "#web/language/macros.ts";
import type { GroupEvent } from "#shared/events/activity.ts";
import { causeText } from "#web/requirements-text/cause-text.ts";
import { Sentence } from "#web/ui/text.tsx";
import { groupChanges } from "./changes.ts";
import type { ChangedValue } from "./changes.ts";
import { sentenceOf, termsOf } from "./group-sentence.ts";

/** The event of a group or a category, with the fields it changed. */
export function EventText({ event }: { event: GroupEvent }) {
  const terms = termsOf(event);
  return (
    <>
      <p className="wrap-anywhere">
        <Sentence pieces={sentenceOf(event)} />
        {terms && <span className="text-text-2"> · {terms.useLimit}</span>}
      </p>
      <Reasons event={event} />
      {groupChanges(event).map((change) => (
        <ChangeLine key={change.field} change={change} />
      ))}
    </>
  );
}

/** Why a rule decided so, as of then; and what a person wrote about held removals. */
function Reasons({ event: { kind, detail, createdAt } }: { event: GroupEvent }) {
  const { causes = [], reason } = detail;
  return (
    <>
      {causes.map((cause, index) => (
        // The index is the only identity of a cause, and they never reorder.
        // oxlint-disable-next-line react/no-array-index-key
        <p key={index} className="text-sm wrap-anywhere text-text-2">
          <Sentence isPlain pieces={causeText(cause, "other", Date.parse(createdAt))} />
        </p>
      ))}
      {reason !== undefined && kind.startsWith("removals_") && (
        <p className="text-sm wrap-anywhere text-text-2">
          <Trans>
            “<bdi>{reason}</bdi>”
          </Trans>
        </p>
      )}
    </>
  );
}

export function ChangeLine({ change: { field, from, to } }: { change: ChangedValue }) {
  return (
    <p className="text-sm wrap-anywhere text-text-2">
      {from !== null && to !== null ? (
        <Trans>
          {field}: <bdi>{from}</bdi> → <bdi className="text-text-2">{to}</bdi>
        </Trans>
      ) : (
        <Trans>{field} changed</Trans>
      )}
    </p>
  );
}
