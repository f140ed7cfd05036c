import { infiniteQueryOptions, mutationOptions, queryOptions } from "@tanstack/react-query";
import type { QueryClient } from "@tanstack/react-query";
import type {
  Application,
  ApplicationWithSecret,
  CreateApplication,
  SaveApplication,
} from "#shared/applications/applications.ts";
import { api, body } from "#web/lib/api/api.ts";
import { cursorParam, paging } from "#web/lib/api/pages.ts";

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

/** A secret that was just made: kept until it is stored, so that leaving the page does not lose it. Never requested. */
export function secretQuery(id: string) {
  return queryOptions<string | null>({
    queryKey: [...applicationKey(id), "secret"],
    queryFn: () => null,
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
  void client.invalidateQueries({ queryKey: applicationsQuery.queryKey });
}

function keepWithSecret(client: QueryClient, { application, secret }: ApplicationWithSecret) {
  keep(client, application);
  client.setQueryData(secretQuery(application.id).queryKey, secret);
}

export function createMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: (json: CreateApplication) => body(api.admin.applications.$post({ json })),
    onSuccess: (made) => keepWithSecret(client, made),
  });
}

export function saveMutation(client: QueryClient, id: string) {
  return mutationOptions({
    mutationFn: (json: SaveApplication) =>
      body(api.admin.applications[":id"].$patch({ param: { id }, json })),
    onSuccess: (application: Application) => keep(client, application),
    // Another administrator may have changed it: what is shown is read again.
    onError: () => client.invalidateQueries({ queryKey: applicationQuery(id).queryKey }),
  });
}

export function switchMutation(client: QueryClient, id: string) {
  return mutationOptions({
    mutationFn: (json: { isOn: boolean; version: number }) =>
      body(api.admin.applications[":id"].switch.$post({ param: { id }, json })),
    onSuccess: (application: Application) => keep(client, application),
  });
}

export function replaceSecretMutation(client: QueryClient, id: string) {
  return mutationOptions({
    mutationFn: () => body(api.admin.applications[":id"].secret.$post({ param: { id } })),
    onSuccess: (made) => keepWithSecret(client, made),
  });
}

export function testSignInMutation(id: string) {
  return mutationOptions({
    mutationFn: () => body(api.admin.applications[":id"]["test-sign-in"].$post({ param: { id } })),
  });
}

export function endSessionsMutation(client: QueryClient, id: string) {
  return mutationOptions({
    mutationFn: () => body(api.admin.applications[":id"]["end-sessions"].$post({ param: { id } })),
    onSettled: () => client.invalidateQueries({ queryKey: applicationKey(id) }),
  });
}

export function deleteMutation(client: QueryClient, id: string) {
  return mutationOptions({
    mutationFn: () => api.admin.applications[":id"].$delete({ param: { id } }),
    // Not the application itself: its page is still open.
    onSettled: () => client.invalidateQueries({ queryKey: applicationsQuery.queryKey }),
  });
}

export function rotateKeysMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: () => body(api.admin.applications.keys.rotate.$post()),
    onSettled: () => client.invalidateQueries({ queryKey: applicationsQuery.queryKey }),
  });
}
