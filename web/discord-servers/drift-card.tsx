import { Trans, msg, ph, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import type { Message } from "#shared/language/messages.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type {
  DiscordServer,
  DriftDecision,
  DriftItem,
  DriftRule,
  RoleOfServer,
} from "#shared/discord/servers.ts";
import { driftMutation, driftQuery } from "./queries.ts";
import { Check } from "#web/ui/form/choices.tsx";
import { DiscordRoleChip } from "#web/ui/role-chip.tsx";
import type { SettingsDraft } from "./use-settings-draft.ts";
import { useAction } from "#web/lib/form/use-action.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { RowsSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { LastTime, RelativeTime } from "#web/ui/time.tsx";
import { VisuallyHidden } from "#web/ui/text.tsx";
import { DiscordPerson } from "./changed-member.tsx";
import { NAMED } from "#shared/consequences.ts";
import type { Consequences } from "#shared/consequences.ts";
import { ConsequenceList } from "#web/consequences/consequences-of.tsx";
import { ConfirmDialog } from "#web/ui/dialog.tsx";

/** As many as a decision takes. */
const MOST_AT_ONCE = 100;

/** The end of the sentence before them. */
const RULES: { value: DriftRule; label: Message }[] = [
  { value: "list", label: msg`listed here` },
  { value: "remove", label: msg`removed` },
  { value: "keep", label: msg`kept` },
];

type DriftCardProps = { server: DiscordServer; draft: SettingsDraft };

/** Mapped roles that were given or taken by hand, and what becomes of them. */
export function DriftCard({ server, draft }: DriftCardProps) {
  const { id, roles, sweptAt } = server;
  const { data, isPending, refetch } = useQuery(driftQuery(server));
  const decide = useAction(driftMutation, t`Failed to save the decision`);
  const [asked, setAsked] = useState<readonly DriftItem[]>();
  const items = data?.items ?? [];
  const extra = items.filter(({ kind }) => kind === "extra").slice(0, MOST_AT_ONCE);
  const act = (decision: DriftDecision["decision"], chosen: readonly DriftItem[]) =>
    void decide.act(
      { id, decision, items: chosen.map(({ discordId, roleId }) => ({ discordId, roleId })) },
      { onSuccess: () => setAsked(undefined) },
    );
  return (
    <Card
      isFlush
      title={
        <>
          {t`Drift`}{" "}
          <span className="ml-1 font-ui text-sm font-normal tracking-normal text-text-2">
            {data && items.length}
          </span>
        </>
      }
      actions={
        <>
          <span className="text-sm text-text-2 max-sm:hidden">
            <Trans>
              Checked <LastTime at={sweptAt} never={t`never`} />
            </Trans>
          </span>
          {extra.length > 1 && (
            <Button size="sm" isBusy={decide.isPending} onClick={() => setAsked(extra)}>
              <Trans>Remove all {ph({ count: extra.length })}</Trans>
            </Button>
          )}
        </>
      }
    >
      {decide.failure !== undefined && (
        <div className="p-4">
          <Alert tone="danger">{decide.failure}</Alert>
        </div>
      )}
      {isPending ? (
        <RowsSkeleton label={t`Loading the drift`} />
      ) : !data ? (
        <LoadFailed title={t`The drift could not be loaded`} onRetry={refetch} />
      ) : items.length === 0 ? (
        <p className="px-4 py-3 text-text-2">{t`No mapped role was given or taken by hand.`}</p>
      ) : (
        <ul className="divide-y divide-line-faint">
          {items.map((item) => (
            <Item
              key={`${item.discordId} ${item.roleId}`}
              item={item}
              role={roles.find((role) => role.id === item.roleId)}
              isBusy={decide.isPending}
              onDecide={(decision) =>
                decision === "enforce" && item.kind === "extra"
                  ? setAsked([item])
                  : act(decision, [item])
              }
            />
          ))}
        </ul>
      )}
      {asked !== undefined && (
        <RemoveDriftDialog
          items={asked}
          roles={roles}
          isBusy={decide.isPending}
          onConfirm={() => act("enforce", asked)}
          onClose={() => setAsked(undefined)}
        />
      )}
      {!isPending && (
        <RuleChoice rule={draft.settings.drift} onChange={(drift) => draft.change({ drift })} />
      )}
    </Card>
  );
}

type ItemProps = {
  item: DriftItem;
  role: { name: string; color: string | null } | undefined;
  isBusy: boolean;
  onDecide: (decision: DriftDecision["decision"]) => void;
};

function Item({ item, role, isBusy, onDecide }: ItemProps) {
  const { kind, by, name, mainCharacterName } = item;
  const roleName = role?.name ?? t({ context: "instead of its name", message: "the role" });
  const person = mainCharacterName ?? name;
  return (
    <li className="grid items-center gap-x-4 gap-y-2 px-4 py-2.5 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)_minmax(0,3fr)_auto]">
      <DiscordPerson {...item} />
      <div className="min-w-0">
        <DiscordRoleChip name={role?.name ?? t`A deleted role`} color={role?.color ?? null} />
      </div>
      <p className="min-w-0 text-sm wrap-anywhere text-text-2">
        {by === null ? (
          kind === "extra" ? (
            t`Has it without a group, and Discord does not say since when`
          ) : (
            t`Lacks it although a group gives it, and Discord does not say why`
          )
        ) : (
          <ByHand kind={kind} by={by} />
        )}
      </p>
      <div className="flex gap-2 max-md:justify-end">
        <Button size="sm" isDisabled={isBusy} onClick={() => onDecide("enforce")}>
          {kind === "extra" ? (
            <Trans>
              Remove
              <VisuallyHidden>
                {" "}
                {roleName} of {person}
              </VisuallyHidden>
            </Trans>
          ) : (
            <Trans>
              Give again
              <VisuallyHidden>
                {" "}
                {roleName} of {person}
              </VisuallyHidden>
            </Trans>
          )}
        </Button>
        <Button size="sm" isDisabled={isBusy} onClick={() => onDecide("accept")}>
          {kind === "extra" ? (
            <Trans>
              Keep
              <VisuallyHidden>
                {" "}
                {roleName} of {person}
              </VisuallyHidden>
            </Trans>
          ) : (
            <Trans>
              Leave it
              <VisuallyHidden>
                {" "}
                {roleName} of {person}
              </VisuallyHidden>
            </Trans>
          )}
        </Button>
      </div>
    </li>
  );
}

type ByHandProps = { kind: DriftItem["kind"]; by: NonNullable<DriftItem["by"]> };

function ByHand({ kind, by }: ByHandProps) {
  const person = <bdi>{by.name}</bdi>;
  return kind === "extra" ? (
    <Trans>
      Given by hand by {person}, <RelativeTime at={by.at} />
    </Trans>
  ) : (
    <Trans>
      Taken away by hand by {person}, <RelativeTime at={by.at} />
    </Trans>
  );
}

type RuleChoiceProps = { rule: DriftRule; onChange: (rule: DriftRule) => void };

function RuleChoice({ rule, onChange }: RuleChoiceProps) {
  return (
    <fieldset
      id="server-drift"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line-faint px-4 py-2.5"
    >
      <legend className="sr-only">{t`A mapped role that is given by hand`}</legend>
      <span aria-hidden="true" className="text-sm text-text-2">
        {t`From now on, a mapped role given by hand is`}
      </span>
      <div className="flex rounded-control border border-line-control">
        {RULES.map(({ value, label }) => (
          <label
            key={value}
            className="grid min-h-7.5 cursor-pointer place-items-center rounded-control px-3 text-sm text-text-2 hover:text-text-1 has-checked:bg-surface-3 has-checked:text-text-1 has-focus-visible:outline-2 has-focus-visible:outline-focus max-md:min-h-11"
          >
            <Check
              type="radio"
              name="drift"
              checked={rule === value}
              className="sr-only"
              onChange={() => onChange(value)}
            />
            {say(label)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

type RemoveDriftDialogProps = {
  items: readonly DriftItem[];
  roles: readonly RoleOfServer[];
  isBusy: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before roles that were given by hand are removed. The page knows already who loses them. */
function RemoveDriftDialog(props: RemoveDriftDialogProps) {
  const { items, roles, isBusy, onConfirm, onClose } = props;
  const isOne = items.length === 1;
  return (
    <ConfirmDialog
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
