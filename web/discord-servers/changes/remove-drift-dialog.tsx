import { ph, t } from "#web/language/macros.ts";
import { NAMED } from "#shared/consequences.ts";
import type { Consequences } from "#shared/consequences.ts";
import type { DriftItem, RoleOfServer } from "#shared/discord/servers.ts";
import { ConsequenceList } from "#web/consequences/consequences-of.tsx";
import { ConfirmDialog } from "#web/ui/dialog.tsx";

type RemoveDriftDialogProps = {
  items: readonly DriftItem[];
  roles: readonly RoleOfServer[];
  isBusy: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before roles are removed that somebody gave by hand. The page has read already whom this concerns. */
export default function RemoveDriftDialog({
  items,
  roles,
  isBusy,
  onConfirm,
  onClose,
}: RemoveDriftDialogProps) {
  const isOne = items.length === 1;
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title={isOne ? t`Remove the role` : t`Remove ${ph({ count: items.length })} roles`}
      confirmLabel={
        isOne
          ? t({ context: "role at Discord", message: "Remove" })
          : t`Remove all ${ph({ count: items.length })}`
      }
      busyLabel={t({ context: "role at Discord", message: "Removing..." })}
      isBusy={isBusy}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <ConsequenceList act="drift" consequences={consequencesOf(items, roles)} onLeave={onClose} />
    </ConfirmDialog>
  );
}

function consequencesOf(items: readonly DriftItem[], roles: readonly RoleOfServer[]): Consequences {
  const people = new Map(
    items.map(({ discordId, mainCharacterName, name }) => [discordId, mainCharacterName ?? name]),
  );
  const lost = new Set(items.map(({ roleId }) => roleId));
  const names = roles.filter(({ id }) => lost.has(id)).map(({ name }) => name);
  return {
    people: firstOf([...people.values()]),
    follows: [{ kind: "roles", count: items.length, ...firstOf(names) }],
  };
}

function firstOf(names: readonly string[]) {
  return { names: names.slice(0, NAMED), more: Math.max(0, names.length - NAMED) };
}
