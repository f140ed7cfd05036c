import { ph, t } from "#web/language/macros.ts";
import {
  bracketBeside,
  boundTo,
  findPlace,
  moveRow,
  setWhich,
} from "#web/requirements/rule/edit-rows.ts";
import type { Direction } from "#web/requirements/rule/edit-rows.ts";
import { isCompleteAtOnce } from "#web/requirements/rule/kinds.ts";
import { rowText } from "#web/requirements/rule/phrase.ts";
import type { Row } from "#web/requirements/rule/rows.ts";
import { Kbd } from "#web/ui/text.tsx";
import { MenuButton } from "#web/ui/menu.tsx";
import type { MenuItem } from "#web/ui/menu.tsx";
import { useEditor } from "./editor.ts";
import type { Editor } from "./editor.ts";

/** Everything that can be done with a row. On a phone it is the only way to move one. */
export function RowMenu({ row, label }: { row: Row; label: string }) {
  const editor = useEditor();
  return (
    <span data-focus={`row-${row.id}`}>
      <MenuButton label={label} items={itemsOf(row, editor)} />
    </span>
  );
}

function itemsOf(row: Row, { draft, act, names, canUseAll }: Editor): MenuItem[] {
  const { root } = draft;
  const { id } = row;
  const place = findPlace(root, id);
  if (!place) return [];
  const isInside = place.parent.id !== root.id;
  const beside = bracketBeside(place);
  const isOnOneCharacter = boundTo(root, place.parent.id) !== null;
  const move = (direction: Direction, label: string, keys: string): MenuItem | false =>
    moveRow(root, id, direction) !== undefined && {
      label,
      hint: <Kbd>{keys}</Kbd>,
      onSelect: () => act({ type: "move", id, direction }),
    };
  const moves = present([
    move("up", t`Move up`, "Alt ↑"),
    move("down", t`Move down`, "Alt ↓"),
    beside !== undefined &&
      move("in", t`Move into “${ph({ bracket: rowText(beside, names) })}”`, "Alt →"),
    isInside && move("out", t`Move out of the bracket`, "Alt ←"),
    { label: t`Put in a new bracket`, onSelect: () => act({ type: "wrap", id }) },
  ]);
  const binding = row.which === null ? (canUseAll ? "any" : "main") : null;
  const canBind =
    row.type === "bracket" && !isOnOneCharacter && setWhich(root, id, binding) !== undefined;
  return present([
    row.type === "condition" &&
      !isCompleteAtOnce(row.condition) && {
        label: t`Edit`,
        hint: <Kbd>Enter</Kbd>,
        onSelect: () => act({ type: "edit", id }),
      },
    (row.type === "condition" || row.kind !== "all") && {
      label: t`Say the opposite`,
      hint: <Kbd>N</Kbd>,
      onSelect: () => act({ type: "negate", id }),
    },
    { label: t`Duplicate`, onSelect: () => act({ type: "duplicate", id }) },
    ...moves.map((item, index) => ({ ...item, startsSection: index === 0 })),
    canBind && {
      label: binding === null ? t`Let different characters count` : t`Let one character meet it`,
      onSelect: () => act({ type: "which", id, which: binding }),
    },
    row.type === "bracket" && {
      label: t`Remove the bracket only`,
      onSelect: () => act({ type: "dissolve", id }),
    },
    {
      label: t`Remove`,
      hint: <Kbd>Del</Kbd>,
      isDangerous: true,
      startsSection: true,
      onSelect: () => act({ type: "remove", id }),
    },
  ]);
}

const present = (items: readonly (MenuItem | false)[]): MenuItem[] =>
  items.filter((item) => item !== false);
