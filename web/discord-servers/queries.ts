import {
  infiniteQueryOptions,
  keepPreviousData,
  mutationOptions,
  queryOptions,
} from "@tanstack/react-query";
import type { MutationFunctionContext } from "@tanstack/react-query";
import type {
  DiscordServer,
  DriftDecision,
  SaveServer,
  ServerRemovals,
  ServerSettings,
} from "#shared/discord/servers.ts";
import { api, body } from "#web/lib/api/api.ts";
import { queryKeys } from "#web/lib/api/queries.ts";
import { cursorParam, paging } from "#web/lib/api/pages.ts";

const SERVERS_KEY = ["discord-servers"];
const serverKey = (id: string) => [...SERVERS_KEY, id];

/** While Muster works on a server, and otherwise. */
const WORKING_REFETCH_MS = 3000;
const IDLE_REFETCH_MS = 30_000;

export const serversQuery = queryOptions({
  queryKey: [...SERVERS_KEY, "list"],
  queryFn: () => body(api.admin.discord.$get()),
});

export function serverQuery(id: string) {
  return queryOptions({
    queryKey: [...serverKey(id), "one"],
    queryFn: () => body(api.admin.discord[":id"].$get({ param: { id } })),
    refetchInterval: ({ state }) =>
      state.data && isWorking(state.data) ? WORKING_REFETCH_MS : IDLE_REFETCH_MS,
  });
}

/** Whether something changes by itself soon. */
function isWorking({ work }: DiscordServer): boolean {
  return work.isChecking || work.waiting > 0 || work.removals?.state === "released";
}

/** What the settings would change, with names, as of a check. */
export function previewQuery(
  { id, sweptAt, factsAt }: Pick<DiscordServer, "id" | "sweptAt" | "factsAt">,
  settings: ServerSettings,
) {
  return queryOptions({
    queryKey: [...serverKey(id), "preview", settings, sweptAt, factsAt],
    queryFn: ({ signal }) =>
      body(
        api.admin.discord[":id"].preview.$post(
          { param: { id }, json: settings },
          { init: { signal } },
        ),
      ),
    retry: false,
  });
}

/** The drift as of a check. */
export function driftQuery({ id, sweptAt }: Pick<DiscordServer, "id" | "sweptAt">) {
  return queryOptions({
    queryKey: [...serverKey(id), "drift", sweptAt],
    queryFn: () => body(api.admin.discord[":id"].drift.$get({ param: { id } })),
    placeholderData: keepPreviousData,
  });
}

export function heldMembersQuery(id: string) {
  return queryOptions({
    queryKey: [...serverKey(id), "removals"],
    queryFn: () => body(api.admin.discord[":id"].removals.$get({ param: { id } })),
  });
}

/** Who has a mapped role, and why, as of a check. */
export function roleHoldersQuery(
  { id, sweptAt }: Pick<DiscordServer, "id" | "sweptAt">,
  roleId: string,
) {
  return queryOptions({
    queryKey: [...serverKey(id), "holders", roleId, sweptAt],
    queryFn: () =>
      body(api.admin.discord[":id"].roles[":roleId"].holders.$get({ param: { id, roleId } })),
  });
}

/** Whom Muster had given a mapped role by the end of a day. */
export function pastHoldersQuery(id: string, roleId: string, on: string) {
  return queryOptions({
    queryKey: [...serverKey(id), "holders", roleId, on],
    queryFn: () =>
      body(
        api.admin.discord[":id"].roles[":roleId"].past.$get({
          param: { id, roleId },
          query: { on },
        }),
      ),
  });
}

export function serverActivityQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: [...serverKey(id), "activity"],
    queryFn: ({ pageParam }) =>
      body(
        api.admin.discord[":id"].activity.$get({ param: { id }, query: cursorParam(pageParam) }),
      ),
    ...paging,
  });
}

/** Every answer is the server as it is afterwards. */
const changing = {
  onSuccess: (
    server: DiscordServer,
    _input: unknown,
    _rollback: unknown,
    { client }: MutationFunctionContext,
  ) => client.setQueryData(serverQuery(server.id).queryKey, server),
  onSettled: (
    _answer: unknown,
    _error: unknown,
    input: string | { id: string },
    _rollback: unknown,
    { client }: MutationFunctionContext,
  ) => {
    void client.invalidateQueries({ queryKey: queryKeys.waiting });
    return client.invalidateQueries({
      queryKey: typeof input === "string" ? SERVERS_KEY : serverKey(input.id),
    });
  },
};

export const addMutation = mutationOptions({
  mutationFn: (serverId: string) => body(api.admin.discord.$post({ json: { serverId } })),
  ...changing,
});

export const saveServerMutation = mutationOptions({
  mutationFn: ({ id, ...json }: SaveServer & { id: string }) =>
    body(api.admin.discord[":id"].$put({ param: { id }, json })),
  ...changing,
});

export const switchServerMutation = mutationOptions({
  mutationFn: ({ id, ...json }: { isOn: boolean; version: number } & { id: string }) =>
    body(api.admin.discord[":id"].switch.$post({ param: { id }, json })),
  ...changing,
});

/** `retries`: members that Discord has refused are tried again. */
export const checkMutation = mutationOptions({
  mutationFn: ({ id, ...json }: { retries: boolean } & { id: string }) =>
    body(api.admin.discord[":id"].check.$post({ param: { id }, json })),
  ...changing,
});

export const driftMutation = mutationOptions({
  mutationFn: ({ id, ...json }: DriftDecision & { id: string }) =>
    body(api.admin.discord[":id"].drift.$post({ param: { id }, json })),
  onSettled: (_answer, _error, { id }, _rollback, { client }) => {
    void client.invalidateQueries({ queryKey: queryKeys.waiting });
    return client.invalidateQueries({ queryKey: serverKey(id) });
  },
});

export const removalsMutation = mutationOptions({
  mutationFn: ({ id, ...json }: ServerRemovals & { id: string }) =>
    body(api.admin.discord[":id"].removals.$post({ param: { id }, json })),
  onSettled: (_answer, _error, { id }, _rollback, { client }) => {
    void client.invalidateQueries({ queryKey: queryKeys.waiting });
    void client.invalidateQueries({ queryKey: queryKeys.held });
    return client.invalidateQueries({ queryKey: serverKey(id) });
  },
});

export const removeMutation = mutationOptions({
  mutationFn: (id: string) => api.admin.discord[":id"].$delete({ param: { id } }),
  // Not those of the server itself: its page is still open.
  onSettled: (_answer, _error, _input, _rollback, { client }) => {
    void client.invalidateQueries({ queryKey: queryKeys.waiting });
    return client.invalidateQueries({ queryKey: serversQuery.queryKey });
  },
});
