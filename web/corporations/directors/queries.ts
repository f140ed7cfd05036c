import { mutationOptions, queryOptions } from "@tanstack/react-query";
import type { AddDirector } from "#shared/corporations/corporations.ts";
import { corporationKeys, corporationMutationDefaults } from "#web/corporations/queries.ts";
import { api, body } from "#web/lib/api/api.ts";

const directors = api.corporations[":id"].directors;
const director = directors[":directorId"];

/** A new grant is verified behind the response to its sign-in. */
const POLL_MS = 2000;
/** If EVE does not answer, the next health check is half an hour away. */
const MAX_POLLS = 10;

export function directorsQuery(corporationId: number) {
  return queryOptions({
    queryKey: corporationKeys.directors(corporationId),
    queryFn: async () =>
      (await body(directors.$get({ param: { id: String(corporationId) } }))).directors,
    staleTime: 30_000,
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      dataUpdateCount < MAX_POLLS && data?.some(({ isGrantUnchecked }) => isGrantUnchecked)
        ? POLL_MS
        : false,
  });
}

export const addDirectorMutation = mutationOptions({
  mutationFn: ({ id, ...json }: AddDirector & { id: number }) =>
    body(directors.$post({ param: { id: String(id) }, json })),
  ...corporationMutationDefaults,
});

type OneDirector = { id: number; directorId: string };

export const setPriorityMutation = mutationOptions({
  mutationFn: ({ id, directorId, priority }: OneDirector & { priority: number }) =>
    body(director.$put({ param: { id: String(id), directorId }, json: { priority } })),
  onSuccess: (changed, { id, directorId }, _rollback, { client }) => {
    client.setQueryData(directorsQuery(id).queryKey, (directors) =>
      directors?.map((director) => (director.directorId === directorId ? changed : director)),
    );
  },
  ...corporationMutationDefaults,
});

export const assignDirectorMutation = mutationOptions({
  mutationFn: ({ id, characterId }: { id: number; characterId: number }) =>
    body(
      api.corporations[":id"].$put({
        param: { id: String(id) },
        json: { assignedCharacterId: characterId },
      }),
    ),
  ...corporationMutationDefaults,
});

export const removeDirectorMutation = mutationOptions({
  mutationFn: ({ id, directorId }: OneDirector) =>
    director.$delete({ param: { id: String(id), directorId } }),
  ...corporationMutationDefaults,
});

export const verifyDirectorMutation = mutationOptions({
  mutationFn: ({ id, directorId }: OneDirector) =>
    body(director.verify.$post({ param: { id: String(id), directorId } })),
  ...corporationMutationDefaults,
});

export const verifyAllMutation = mutationOptions({
  mutationFn: (id: number) => body(directors["verify-all"].$post({ param: { id: String(id) } })),
  ...corporationMutationDefaults,
});
