import { useState } from "react";
import type { Draft } from "#web/groups/requirements/rule/draft.ts";
import { ancestorsOf } from "#web/groups/requirements/rule/edit-rows.ts";
import { conditionRowsOf } from "#web/groups/requirements/rule/rows.ts";
import type { Row } from "#web/groups/requirements/rule/rows.ts";

/** Longer rules fold their brackets. */
const FOLDED_ABOVE = 8;

/** Which brackets show one line only. The bracket of a row that is edited, moved or has just changed is open. */
export function useFolding({ root, edited, lifted, focus }: Draft) {
  const [chosen, setChosen] = useState<ReadonlyMap<number, boolean>>(new Map());
  const [isAllFolded, setAllFolded] = useState<boolean>();
  const brackets = bracketIds(root);
  const isLong = conditionRowsOf(root).length > FOLDED_ABOVE;
  const inUse = new Set(
    [edited, lifted, focus].flatMap((one) =>
      one ? [one.id, ...ancestorsOf(root, one.id).map(({ id }) => id)] : [],
    ),
  );
  const isFolded = (id: number) => !inUse.has(id) && (chosen.get(id) ?? isAllFolded ?? isLong);
  return {
    isFolded,
    isAllFolded: brackets.some(isFolded),
    fold: (id: number, isFolded: boolean) => setChosen(new Map([...chosen, [id, isFolded]])),
    foldAll:
      isLong && brackets.length > 0
        ? (isFolded: boolean) => {
            setAllFolded(isFolded);
            setChosen(new Map());
          }
        : undefined,
  };
}

function bracketIds(row: Row): number[] {
  if (row.type === "condition") return [];
  return row.rows.flatMap((one) => (one.type === "bracket" ? [one.id, ...bracketIds(one)] : []));
}
