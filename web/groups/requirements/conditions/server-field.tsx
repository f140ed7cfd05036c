import { Trans, ph, t } from "#web/language/macros.ts";
import { useQuery } from "@tanstack/react-query";
import { LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { Loading } from "#web/ui/feedback/skeleton.tsx";
import { SelectField } from "#web/ui/form/field.tsx";
import type { ValueProps } from "./condition-form.tsx";
import { managedServersQuery } from "./queries.ts";

/** One of the Discord servers that Muster manages. */
export default function ServerField(props: ValueProps<"on_discord_server">) {
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
  const isListed = serverId === "" || options.some(({ value }) => value === serverId);
  const unlisted = { value: serverId, label: names.servers[serverId] ?? t`A removed server` };
  const chosen = data.servers.find(({ id }) => id === serverId);
  return (
    <div className="grid gap-2">
      <SelectField
        label={t`Discord server`}
        value={serverId}
        error={problems["serverId"]}
        options={[
          ...(serverId === "" ? [{ value: "", label: t`Choose a server` }] : []),
          ...(isListed ? [] : [unlisted]),
          ...options,
        ]}
        onChange={({ target }) => {
          const server = data.servers.find(({ id }) => id === target.value);
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
