import { infiniteQueryOptions, mutationOptions, queryOptions } from "@tanstack/react-query";
import type { QueryClient } from "@tanstack/react-query";
import type {
  Application,
  ApplicationWithSecret,
  CreateApplication,
  SaveApplication,
} from "#shared/applications/applications.ts";
import { api, body } from "#web/lib/api/api.ts";
import { queryKeys } from "#web/lib/api/queries.ts";
import { cursorParam, paging } from "#web/lib/api/pages.ts";
import { t } from "#web/language/macros.ts";
import { useAction } from "#web/lib/form/use-action.ts";

const KEY = ["applications"];
export const applicationKey = (id: string) => [...KEY, id];

export const applicationsQuery = queryOptions({
  queryKey: [...KEY, "list"],
  queryFn: () => body(api.admin.applications.$get()),
});

export function applicationQuery(id: string) {
  return queryOptions({
    queryKey: [...applicationKey(id), "one"],
    queryFn: () => body(api.admin.applications[":id"].$get({ param: { id } })),
  });
}

/** A secret that was just made: kept until it is stored, so that leaving the page does not lose it. Never requested, also not when all of the application is. */
export function secretQuery(id: string) {
  return queryOptions<string | null>({
    queryKey: [...applicationKey(id), "secret"],
    queryFn: () => null,
    enabled: false,
    initialData: null,
    staleTime: Infinity,
    gcTime: Infinity,
  });
}

export function signInsQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: [...applicationKey(id), "sign-ins"],
    queryFn: ({ pageParam }) =>
      body(
        api.admin.applications[":id"]["sign-ins"].$get({
          param: { id },
          query: cursorParam(pageParam),
        }),
      ),
    ...paging,
  });
}

/** What the application would learn of the administrator who asks. */
export function claimsQuery({ id, version }: Pick<Application, "id" | "version">) {
  return queryOptions({
    queryKey: [...applicationKey(id), "claims", version],
    queryFn: () => body(api.admin.applications[":id"].claims.$get({ param: { id }, query: {} })),
  });
}

function keep(client: QueryClient, application: Application) {
  client.setQueryData(applicationQuery(application.id).queryKey, application);
  void client.invalidateQueries({ queryKey: queryKeys.waiting });
  void client.invalidateQueries({ queryKey: applicationsQuery.queryKey });
}

function keepWithSecret(client: QueryClient, { application, secret }: ApplicationWithSecret) {
  keep(client, application);
  client.setQueryData(secretQuery(application.id).queryKey, secret);
}

export const createMutation = mutationOptions({
  mutationFn: (json: CreateApplication) => body(api.admin.applications.$post({ json })),
  onSuccess: (made, _input, _rollback, { client }) => keepWithSecret(client, made),
});

export const saveApplicationMutation = mutationOptions({
  mutationFn: ({ id, ...json }: SaveApplication & { id: string }) =>
    body(api.admin.applications[":id"].$patch({ param: { id }, json })),
  onSuccess: (application: Application, _input, _rollback, { client }) => keep(client, application),
  // Another administrator may have changed it: what is shown is read again.
  onError: (_error, { id }, _rollback, { client }) =>
    client.invalidateQueries({ queryKey: applicationQuery(id).queryKey }),
});

export const switchApplicationMutation = mutationOptions({
  mutationFn: ({ id, ...json }: { isOn: boolean; version: number } & { id: string }) =>
    body(api.admin.applications[":id"].switch.$post({ param: { id }, json })),
  onSuccess: (application: Application, _input, _rollback, { client }) => keep(client, application),
});

export const replaceSecretMutation = mutationOptions({
  mutationFn: (id: string) => body(api.admin.applications[":id"].secret.$post({ param: { id } })),
  onSuccess: (made, _input, _rollback, { client }) => keepWithSecret(client, made),
});

export const testSignInMutation = mutationOptions({
  mutationFn: (id: string) =>
    body(api.admin.applications[":id"]["test-sign-in"].$post({ param: { id } })),
});

export const endApplicationSessionsMutation = mutationOptions({
  mutationFn: (id: string) =>
    body(api.admin.applications[":id"]["end-sessions"].$post({ param: { id } })),
  onSettled: (_answer, _error, id, _rollback, { client }) =>
    client.invalidateQueries({ queryKey: applicationKey(id) }),
});

export const deleteMutation = mutationOptions({
  mutationFn: (id: string) => api.admin.applications[":id"].$delete({ param: { id } }),
  // Not the application itself: its page is still open.
  onSettled: (_answer, _error, _input, _rollback, { client }) => {
    void client.invalidateQueries({ queryKey: queryKeys.waiting });
    return client.invalidateQueries({ queryKey: applicationsQuery.queryKey });
  },
});

export const rotateKeysMutation = mutationOptions({
  mutationFn: () => body(api.admin.applications.keys.rotate.$post()),
  onSettled: (_answer, _error, _input, _rollback, { client }) =>
    client.invalidateQueries({ queryKey: applicationsQuery.queryKey }),
});

type Change = Omit<SaveApplication, "version">;

/** Saves one change of an application's settings at once. */
export function useSetting({ id, version }: Pick<Application, "id" | "version">) {
  const { act, isPending, failure } = useAction(
    saveApplicationMutation,
    t`Failed to save the change`,
  );
  const save = (
    change: Change,
    {
      onSaved = () => undefined,
      onRefusal,
    }: { onSaved?: () => void; onRefusal?: (fields: Record<string, string>) => void } = {},
  ) =>
    void act({ ...change, id, version }, { onSuccess: onSaved, ...(onRefusal && { onRefusal }) });
  return { save, isPending, failure };
}
