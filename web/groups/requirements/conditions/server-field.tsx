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
  if (isPending) return <Loading>Loading servers...</Loading>;
  if (!data) return <LoadFailed title="The servers could not be loaded" onRetry={refetch} />;
  if (data.servers.length === 0) {
    return (
      <p className="text-sm text-text-2">
        No Discord server is set up. An administrator can add one under Discord.
      </p>
    );
  }
  const options = data.servers.map(({ id, name, isOn }) => ({
    value: id,
    label: isOn ? name : `${name} (switched off)`,
  }));
  const isListed = serverId === "" || options.some(({ value }) => value === serverId);
  const unlisted = { value: serverId, label: names.servers[serverId] ?? "A removed server" };
  const chosen = data.servers.find(({ id }) => id === serverId);
  return (
    <div className="grid gap-2">
      <SelectField
        label="Discord server"
        value={serverId}
        error={problems["serverId"]}
        options={[
          ...(serverId === "" ? [{ value: "", label: "Choose a server" }] : []),
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
          Muster reads the members of a server only while it is switched on. Until then this is
          unknown.
        </p>
      )}
    </div>
  );
}
