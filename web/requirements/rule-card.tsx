import { Trans, plural, t } from "#web/language/macros.ts";
import { Link } from "react-router";
import { boundTo, findPlace, positionOf } from "#web/requirements/rule/edit-rows.ts";
import { conditionRowsOf } from "#web/requirements/rule/rows.ts";
import { KindSelect } from "./sentences.tsx";
import { useEditor } from "./editor.ts";
import { ofTheseText, rowText } from "#web/requirements/rule/phrase.ts";
import { RuleRows } from "./rule-rows.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Kbd } from "#web/ui/text.tsx";
import type { RuleNames } from "#shared/requirements/cause.ts";
import type { Draft } from "#web/requirements/rule/draft.ts";

type RuleCardProps = {
  /** A message for the rule as a whole. */
  problem: string | undefined;
  /** Undefined unless there are brackets that fold. */
  onFoldAll: ((isFolded: boolean) => void) | undefined;
  isAllFolded: boolean;
};

/** The rule as a sentence in brackets. */
export function RuleCard({ problem, onFoldAll, isAllFolded }: RuleCardProps) {
  const { draft, act, names, onPick, canUseAll } = useEditor();
  const { root } = draft;
  const count = conditionRowsOf(root).length;
  const addBracket = () =>
    act({ type: "add-bracket", which: boundTo(root, root.id), parentId: root.id });
  return (
    <Card
      anchor="group-conditions"
      title={t`Requirements`}
      actions={
        <>
          <span className="text-sm text-text-2">
            {plural(count, { one: "# condition", other: "# conditions" })}
          </span>
          {onFoldAll && (
            <button
              type="button"
              className="link min-h-6 text-sm max-md:min-h-11"
              onClick={() => onFoldAll(!isAllFolded)}
            >
              {isAllFolded ? t`Unfold all` : t`Fold all`}
            </button>
          )}
          <Link
            to="?tab=activity"
            className="link inline-flex min-h-6 items-center text-sm max-md:min-h-11"
          >
            {t`History`}
          </Link>
        </>
      }
    >
      <p className="mb-2 flex flex-wrap items-center gap-x-1.5 gap-y-1 text-lg">
        <Trans>
          A member meets{" "}
          <KindSelect of={root} onChange={(kind) => act({ type: "kind", id: root.id, kind })} /> of
          these:
        </Trans>
      </p>
      <RuleRows of={root} label={ofTheseText(root.kind)} />
      <div className="flex flex-wrap gap-2 pt-3 pl-4 max-md:pl-0 max-md:*:flex-1">
        <span data-focus={`add-${root.id}`} className="grid">
          <Button size="sm" icon={<Icon name="plus" size={12} />} onClick={() => onPick(root.id)}>
            {t`Condition`}
          </Button>
        </span>
        <Button size="sm" icon={<Icon name="plus" size={12} />} onClick={addBracket}>
          {t`Any, all or none of ...`}
        </Button>
        <Button
          size="sm"
          icon={<Icon name="plus" size={12} />}
          onClick={() =>
            act({ type: "add-bracket", which: canUseAll ? "any" : "main", parentId: root.id })
          }
        >
          {t`One character meets ...`}
        </Button>
      </div>
      {problem && (
        <div className="pt-3">
          <Alert tone="danger">{problem}</Alert>
        </div>
      )}
      <output className={draft.lifted ? "block pt-3 text-sm text-text-2" : "sr-only"}>
        {announcementOf(draft, names)}
      </output>
      {draft.lifted && <MoveKeys />}
    </Card>
  );
}

/** What the keys do with a row that is lifted. */
const moveKeys = () => [
  { keys: [t`Space`], text: t`drop` },
  { keys: ["↑", "↓"], text: t`move` },
  { keys: ["→"], text: t`into the bracket` },
  { keys: ["←"], text: t`out` },
  { keys: ["Esc"], text: t`back` },
];

function MoveKeys() {
  return (
    <p
      aria-hidden="true"
      className="flex flex-wrap gap-x-4 gap-y-1 pt-2 text-xs text-text-2 max-md:hidden"
    >
      {moveKeys().map(({ keys, text }) => (
        <span key={text} className="flex items-center gap-1">
          {keys.map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}{" "}
          {text}
        </span>
      ))}
    </p>
  );
}

/** What was done with a row: "Lifted “Discord is linked”. Now 1 of 3 in “any of these”." */
function announcementOf({ root, done }: Draft, names: RuleNames): string {
  const place = done && findPlace(root, done.id);
  if (!place) return "";
  const row = rowText(place.row, names);
  const { at, of } = positionOf(place);
  const bracket = ofTheseText(place.parent.kind);
  switch (done.what) {
    case "added":
      return t`Added “${row}”.`;
    case "removed":
      return t`Removed “${row}”.`;
    case "restored":
      return t`Restored “${row}”.`;
    case "lifted":
      return t`Lifted “${row}”. ${at} of ${of} in “${bracket}”. Use the arrow keys, Space to drop, Escape to put it back.`;
    case "moved":
      return t`Now ${at} of ${of} in “${bracket}”.`;
    case "stuck":
      return t`It cannot move there. Still ${at} of ${of} in “${bracket}”.`;
    case "dropped":
      return t`Dropped “${row}”. ${at} of ${of} in “${bracket}”.`;
    case "returned":
      return t`Put back “${row}”. ${at} of ${of} in “${bracket}”.`;
  }
}
