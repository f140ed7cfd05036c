import { infiniteQueryOptions, mutationOptions, queryOptions } from "@tanstack/react-query";
import type { MutationFunctionContext } from "@tanstack/react-query";
import type {
  AddCorporation,
  CorporationData,
  FetchCategory,
  AddDirector,
} from "#shared/corporations/corporations.ts";
import type { CharacterSummary } from "#shared/session.ts";
import { MINUTE_MS } from "#shared/time.ts";
import { api, body } from "#web/lib/api/api.ts";
import { queryKeys } from "#web/lib/api/queries.ts";
import { sessionQuery } from "#web/lib/api/session.ts";
import { cursorParam, paging } from "#web/lib/api/pages.ts";
import type { AlarmGroup, Alarms, SaveAlarms } from "#shared/corporations/alarms.ts";

const corporation = api.corporations[":id"];

export const corporationKeys = {
  all: ["corporations"] as const,
  one: (id: number) => ["corporations", "one", id] as const,
  data: (id: number) => ["corporations", "one", id, "data"] as const,
  directors: (id: number) => ["corporations", "one", id, "directors"] as const,
};

/** All managed corporations, or those with `q` in their name or ticker. */
export function corporationsQuery(q: string) {
  return infiniteQueryOptions({
    queryKey: [...corporationKeys.all, "list", q],
    queryFn: ({ pageParam }) => {
      const cursor = cursorParam(pageParam);
      return q === ""
        ? body(api.corporations.$get({ query: cursor }))
        : body(api.corporations.search.$get({ query: { q, ...cursor } }));
    },
    ...paging,
    staleTime: MINUTE_MS,
  });
}

export function corporationQuery(id: number) {
  return queryOptions({
    queryKey: corporationKeys.one(id),
    queryFn: () => body(corporation.$get({ param: { id: String(id) } })),
    staleTime: MINUTE_MS,
  });
}

/** Name and ticker of any corporation in EVE, managed or not. */
export function corporationLookupQuery(query: { corporationId: string } | { name: string }) {
  return queryOptions({
    queryKey: ["corporation-lookup", query],
    queryFn: () => body(api.corporations.lookup.$get({ query })),
  });
}

/** Shared by all corporation mutations: chips, directors and figures depend on each other, so all are refetched. */
const corporationMutationDefaults = {
  onSettled: (
    _answer: unknown,
    _error: unknown,
    _input: unknown,
    _rollback: unknown,
    { client }: MutationFunctionContext,
  ) => {
    void client.invalidateQueries({ queryKey: corporationKeys.all });
    // Whose characters may grant director access, and what needs a decision.
    void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
    void client.invalidateQueries({ queryKey: queryKeys.overview });
  },
};

export const addCorporationMutation = mutationOptions({
  mutationFn: (json: AddCorporation) => body(api.corporations.$post({ json })),
  ...corporationMutationDefaults,
});

type OwnCorporation = { corporationId: number; character: CharacterSummary };

/** The corporation of a pilot, with that pilot as its director: EVE says the rest. */
export const addOwnCorporationMutation = mutationOptions({
  mutationFn: async ({ corporationId, character }: OwnCorporation) => {
    const query = { corporationId: String(corporationId) };
    const { name, ticker } = await body(api.corporations.lookup.$get({ query }));
    const director = {
      assignedCharacterId: character.characterId,
      assignedCharacterName: character.characterName,
    };
    return body(api.corporations.$post({ json: { corporationId, name, ticker, ...director } }));
  },
  ...corporationMutationDefaults,
});

export const removeCorporationMutation = mutationOptions({
  mutationFn: (id: number) => corporation.$delete({ param: { id: String(id) } }),
  ...corporationMutationDefaults,
});

export const setActiveMutation = mutationOptions({
  mutationFn: ({ id, isActive }: { id: number; isActive: boolean }) =>
    body(corporation.$put({ param: { id: String(id) }, json: { isActive } })),
  ...corporationMutationDefaults,
});

export const verifyMutation = mutationOptions({
  mutationFn: (id: number) => body(corporation.verify.$post({ param: { id: String(id) } })),
  ...corporationMutationDefaults,
});

/** How often the data summary is refetched while a fetch runs. */
const DATA_POLL_MS = 2000;

export function corporationDataQuery(id: number) {
  return queryOptions({
    queryKey: corporationKeys.data(id),
    queryFn: () => body(corporation.data.$get({ param: { id: String(id) } })),
    staleTime: 60_000,
    refetchInterval: ({ state }) => isFetching(state.data) && DATA_POLL_MS,
  });
}

export function killmailsQuery(id: number) {
  return queryOptions({
    queryKey: [...corporationKeys.data(id), "killmails"],
    queryFn: () => body(corporation.killmails.$get({ param: { id: String(id) } })),
    staleTime: 60_000,
  });
}

export function isFetching(data: CorporationData | undefined): boolean {
  return data?.categories.some(({ state }) => state === "running" || state === "stalled") ?? false;
}

export const fetchMutation = mutationOptions({
  mutationFn: ({ id, category }: { id: number; category: FetchCategory }) =>
    body(corporation.fetch.$post({ param: { id: String(id) }, json: { category } })),
  ...corporationMutationDefaults,
});

const directors = corporation.directors;
const director = directors[":directorId"];

/** A new grant is verified behind the response to its sign-in. */
const GRANT_POLL_MS = 2000;
/** If EVE does not answer, the next health check is half an hour away. */
const MAX_GRANT_POLLS = 10;

export function directorsQuery(corporationId: number) {
  return queryOptions({
    queryKey: corporationKeys.directors(corporationId),
    queryFn: async () =>
      (await body(directors.$get({ param: { id: String(corporationId) } }))).directors,
    staleTime: 30_000,
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      dataUpdateCount < MAX_GRANT_POLLS && data?.some(({ isGrantUnchecked }) => isGrantUnchecked)
        ? GRANT_POLL_MS
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
      corporation.$put({ param: { id: String(id) }, json: { assignedCharacterId: characterId } }),
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

const alarms = corporation.alarms;
const alarmsKey = (id: number) => [...corporationKeys.one(id), "alarms"] as const;

export function alarmsQuery(id: number) {
  return queryOptions({
    queryKey: alarmsKey(id),
    queryFn: () => body(alarms.$get({ param: { id: String(id) } })),
    staleTime: 0,
  });
}

/** Asks Discord. */
export function alarmChoicesQuery(id: number) {
  return queryOptions({
    queryKey: [...alarmsKey(id), "choices"],
    queryFn: () => body(alarms.choices.$get({ param: { id: String(id) } })),
    retry: false,
  });
}

export const testAlarmMutation = mutationOptions({
  mutationFn: ({ id, group }: { id: number; group: AlarmGroup }) =>
    body(alarms.test.$post({ param: { id: String(id) }, json: { group } })),
  // What Discord refused before may be tried again.
  onSettled: (_answer, _error, { id }, _rollback, { client }) =>
    client.invalidateQueries(alarmsQuery(id)),
});

type AlarmsChange = (saved: Alarms) => SaveAlarms;

/** Changes what is saved at this moment, which another administrator may have chosen while the page was open. */
export const saveAlarmsMutation = mutationOptions({
  mutationFn: async ({ id, change }: { id: number; change: AlarmsChange }, { client }) => {
    const json = change(await client.fetchQuery(alarmsQuery(id)));
    return body(alarms.$put({ param: { id: String(id) }, json }));
  },
  onSuccess: (alarms, { id }, _rollback, { client }) => {
    client.setQueryData(alarmsQuery(id).queryKey, alarms);
    void client.invalidateQueries({ queryKey: queryKeys.overview });
  },
});
