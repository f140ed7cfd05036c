import { Trans, msg, ph, plural, t } from "#web/language/macros.ts";
import { sentenceGap } from "#web/lib/enumerated.ts";
import { say } from "#web/language/messages.ts";
import type { Message } from "#shared/language/messages.ts";
import { useState } from "react";
import { Link } from "react-router";
import type { RoleOfServer, RoleRefusal } from "#shared/discord/servers.ts";
import { GroupsField } from "#web/groups/group/groups-field.tsx";
import { cx } from "#web/lib/cx.ts";
import { formatInteger } from "#web/lib/format.ts";
import { ChosenList } from "#web/ui/form/chosen-list.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { RoleChip } from "#web/ui/role-chip.tsx";
import { VisuallyHidden } from "#web/ui/visually-hidden.tsx";

const REFUSALS: Record<RoleRefusal, Message> = {
  everyone: msg`Everybody on the server has it.`,
  managed: msg`Managed by Discord, for example for a bot or for boosting.`,
  administrator: msg`Holds Administrator. Muster never gives a role that does.`,
  above: msg`Above Muster’s role, so Discord does not let Muster give it.`,
};

export type RoleRowProps = {
  role: RoleOfServer;
  groupIds: readonly string[];
  groupNames: Record<string, string>;
  /** How many people the groups give it to; undefined until that is computed. */
  wanted: number | undefined;
  /** The role is mapped: Muster can say who has it. */
  isSaved: boolean;
  onChange: (groupIds: string[]) => void;
  learn: (groupId: string, name: string) => void;
};

/** A role, the groups whose members get it, and how many they are. */
export function RoleRow(props: RoleRowProps) {
  const { role, groupIds, groupNames, wanted, isSaved, onChange, learn } = props;
  const { id, name, color, refusal, now } = role;
  const [isAdding, setIsAdding] = useState(false);
  const isMapped = groupIds.length > 0;
  const isBad = isMapped && refusal !== null;
  const canMap = refusal === null || refusal === "above";
  const groups = groupIds.map((key) => ({ key, text: groupNames[key] ?? t`A deleted group` }));
  const remove = (id: string) => onChange(groupIds.filter((one) => one !== id));
  return (
    <li
      className={cx(
        "grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 px-4 py-2 md:grid-cols-[minmax(0,11rem)_1rem_minmax(0,1fr)_6rem]",
        isBad && "bg-danger-dim/40",
      )}
    >
      <div className="min-w-0">
        <RoleChip name={name} color={color} isOff={!canMap} />
      </div>
      <span className="text-text-2 max-md:hidden">{isMapped && <Icon name="back" />}</span>
      <div className="grid min-w-0 gap-2 max-md:order-1 max-md:col-span-2">
        {canMap ? (
          <div className="flex flex-wrap items-center gap-1.5">
            <ChosenList label={t`Groups that get ${name}`} chosen={groups} onRemove={remove} />
            <IconButton
              icon="plus"
              size="sm"
              label={t`Add a group to ${name}`}
              aria-expanded={isAdding}
              onClick={() => setIsAdding(!isAdding)}
            />
            {!isMapped && !isAdding && (
              <span className="text-sm text-text-2">
                {refusal === "above" ? t`Above Muster’s role` : t`No group`}
              </span>
            )}
          </div>
        ) : (
          <p className="text-sm text-text-2">{say(REFUSALS[refusal])}</p>
        )}
        {isAdding && (
          <GroupsField
            label={t`Group whose members get ${name}`}
            groups={[]}
            isFocused
            onAdd={({ key, text }) => {
              learn(key, text);
              if (!groupIds.includes(key)) onChange([...groupIds, key]);
              setIsAdding(false);
            }}
            onRemove={remove}
          />
        )}
        {isBad && (
          <p className="text-sm text-danger">
            <Trans>Cannot be given.</Trans>
            {sentenceGap()}
            {say(REFUSALS[refusal])}
          </p>
        )}
      </div>
      {canMap && (isMapped || now > 0) && (
        <p className="text-end text-sm tabular-nums">
          {isMapped && (
            <span className="block">
              {wanted === undefined ? "–" : plural(wanted, { one: "# person", other: "# people" })}
            </span>
          )}
          {isSaved ? (
            <Link to={`?role=${id}`} preventScrollReset replace className="link">
              <Trans>
                {ph({ now: formatInteger(now) })} now<VisuallyHidden> have {name}</VisuallyHidden>
              </Trans>
            </Link>
          ) : (
            <span className="text-text-2">
              <Trans>{ph({ now: formatInteger(now) })} now</Trans>
            </span>
          )}
        </p>
      )}
    </li>
  );
}
