import { t, Trans, ph } from "#web/language/macros.ts";
import { useState } from "react";
import type { ReactNode } from "react";
import { roleName } from "#web/language/eve-names.ts";
import type { ValueProps } from "./condition-form.tsx";
import { findRoles } from "./find-by-name.ts";
import { SearchList } from "#web/ui/form/search-list.tsx";
import type { Found } from "#web/ui/form/search-list.tsx";
import { describeScopes, KNOWN_SCOPES } from "#web/eve/scopes.ts";
import { Check } from "#web/ui/form/choices.tsx";
import { sayShared } from "#web/language/messages.ts";
import { useQuery } from "@tanstack/react-query";
import { LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { Loading } from "#web/ui/feedback/skeleton.tsx";
import { FieldError, SelectField } from "#web/ui/form/form.tsx";
import { ChoiceField, EveList, NumberField } from "./fields.tsx";
import { titlesQuery, managedServersQuery } from "./queries.ts";

const MOST_FOUND = 10;

export function RolesField({ condition, onChange, problems }: ValueProps<"roles">) {
  const { roles } = condition;
  const [typed, setTyped] = useState("");
  return (
    <SearchList
      label={t`In-game roles`}
      placeholder={t`Name of a role, such as Station Manager`}
      chosenLabel={t`Chosen roles`}
      chosen={roles.map((role) => ({ key: role, text: roleName(role) }))}
      typed={typed}
      onType={setTyped}
      found={foundFor(typed)}
      error={problems["roles"]}
      onAdd={({ key }) => onChange({ ...condition, roles: [...roles, key] })}
      onRemove={(key) => onChange({ ...condition, roles: roles.filter((role) => role !== key) })}
    />
  );
}

/** All roles are known, so none are searched for. */
function foundFor(typed: string): Found<string> {
  const hits = findRoles(typed);
  return {
    hits: hits.slice(0, MOST_FOUND),
    note: hits.length === 0 ? t`No role matches this name.` : undefined,
  };
}

/** What an authorization must cover: nothing, if any valid one will do. */
export function ScopesField({ condition, onChange }: ValueProps<"authorization">) {
  const { scopes } = condition;
  // A rule may need permissions that Muster no longer requests.
  const offered = [...new Set([...KNOWN_SCOPES, ...scopes])];
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">
        <Trans>It must allow Muster to read</Trans>
      </legend>
      <p className="-mt-1 mb-1 text-sm text-text-2">
        <Trans>Nothing chosen: any valid authorization meets the condition.</Trans>
      </p>
      <Boxes
        options={offered.map((scope) => ({
          value: scope,
          label: <span className="first-letter:uppercase">{describeScopes([scope])}</span>,
        }))}
        chosen={scopes}
        onChange={(chosen) => onChange({ ...condition, scopes: chosen })}
      />
    </fieldset>
  );
}

/** The titles of one corporation. */
export function TitlesField(props: ValueProps<"titles">) {
  const { condition, onChange, learn, names, problems } = props;
  const { corporationId } = condition;
  const isChosen = corporationId > 0;
  return (
    <div className="grid gap-3">
      <EveList
        kind="corporation"
        isSingle
        ids={isChosen ? [corporationId] : []}
        names={names}
        learn={learn}
        error={isChosen ? undefined : problems["corporationId"] && t`Choose a corporation.`}
        onChange={([id = 0]) => onChange({ ...condition, corporationId: id, titleIds: [] })}
      />
      {isChosen && <Titles {...props} />}
    </div>
  );
}

function Titles({ condition, onChange, learn, problems }: ValueProps<"titles">) {
  const { corporationId, titleIds } = condition;
  const { data, isPending, refetch } = useQuery(titlesQuery(corporationId));
  if (isPending) return <Loading>{t`Loading titles...`}</Loading>;
  if (!data) return <LoadFailed title={t`The titles could not be loaded`} onRetry={refetch} />;
  if (data.titles.length === 0) {
    return (
      <p className="text-sm text-text-2">
        {data.problem === null ? t`The corporation has no titles.` : sayShared(data.problem)}
      </p>
    );
  }
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">
        <Trans>Titles: one of them is enough</Trans>
      </legend>
      <Boxes
        options={data.titles.map(({ titleId, name }) => ({
          value: titleId,
          label: <bdi className="min-w-0 wrap-anywhere">{name}</bdi>,
        }))}
        chosen={titleIds}
        onChange={(chosen) => {
          learn({
            titles: Object.fromEntries(
              data.titles.map(({ titleId, name }) => [`${corporationId}:${titleId}`, name]),
            ),
          });
          onChange({ ...condition, titleIds: chosen });
        }}
      />
      {problems["titleIds"] && <FieldError id="titles-problem">{problems["titleIds"]}</FieldError>}
    </fieldset>
  );
}

type BoxesProps<Value> = {
  options: readonly { value: Value; label: ReactNode }[];
  chosen: readonly Value[];
  onChange: (chosen: Value[]) => void;
};

/** Boxes for any number of options, in two columns. */
function Boxes<Value extends string | number>({ options, chosen, onChange }: BoxesProps<Value>) {
  return (
    <div className="grid gap-x-4 sm:grid-cols-2">
      {options.map(({ value, label }) => (
        <label
          key={value}
          className="flex min-h-8 cursor-pointer items-center gap-2 max-md:min-h-11"
        >
          <Check
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={({ target }) =>
              onChange(
                target.checked ? [...chosen, value] : chosen.filter((other) => other !== value),
              )
            }
          />
          {label}
        </label>
      ))}
    </div>
  );
}

/** One of the Discord servers that Muster manages. */
export function ServerField(props: ValueProps<"on_discord_server">) {
  const { condition, onChange, learn, names, problems } = props;
  const { serverId } = condition;
  const { data, isPending, refetch } = useQuery(managedServersQuery);
  if (isPending) return <Loading>{t`Loading servers...`}</Loading>;
  if (!data) return <LoadFailed title={t`The servers could not be loaded`} onRetry={refetch} />;
  if (data.servers.length === 0) {
    return (
      <p className="text-sm text-text-2">
        <Trans>No Discord server is set up. An administrator can add one under Discord.</Trans>
      </p>
    );
  }
  const options = data.servers.map(({ id, name, isOn }) => ({
    value: id,
    label: isOn ? name : t`${ph({ serverName: name })} (switched off)`,
  }));
  const chosen = data.servers.find(({ id }) => id === serverId);
  return (
    <div className="grid gap-2">
      <ChoiceField
        label={t`Discord server`}
        value={serverId}
        error={problems["serverId"]}
        toChoose={t`Choose a server`}
        removed={names.servers[serverId] ?? t`A removed server`}
        options={options}
        onChoose={(chosenId) => {
          const server = data.servers.find(({ id }) => id === chosenId);
          if (server === undefined) return;
          learn({ servers: { [server.id]: server.name } });
          onChange({ ...condition, serverId: server.id });
        }}
      />
      {chosen?.isOn === false && (
        <p className="text-sm text-warn">
          <Trans>
            Muster reads the members of a server only while it is switched on. Until then this is
            unknown.
          </Trans>
        </p>
      )}
    </div>
  );
}

/** A standing in the contacts of a managed corporation or of its alliance. */
export function StandingField(props: ValueProps<"standing">) {
  const { condition, onChange, learn, names, problems } = props;
  const { minimum, of, ownerId } = condition;
  return (
    <div className="grid gap-3">
      <NumberField
        label={t`Standing of at least`}
        hint={t`From -10 to 10. Contacts are usually set to 5 or 10.`}
        value={minimum}
        isZeroShown
        error={problems["minimum"]}
        onChange={(next) => onChange({ ...condition, minimum: next })}
      />
      <SelectField
        label={t`Whose contacts`}
        value={of}
        options={[
          { value: "corporation", label: t`Those of a managed corporation` },
          { value: "alliance", label: t`Those of the alliance of a managed corporation` },
        ]}
        onChange={() =>
          onChange({ ...condition, of: of === "alliance" ? "corporation" : "alliance", ownerId: 0 })
        }
      />
      <EveList
        key={of}
        kind={of}
        isSingle
        ids={ownerId > 0 ? [ownerId] : []}
        names={names}
        learn={learn}
        error={problems["ownerId"] && t`Choose whose contacts decide.`}
        onChange={([id = 0]) => onChange({ ...condition, ownerId: id })}
      />
    </div>
  );
}
