import {
  infiniteQueryOptions,
  keepPreviousData,
  mutationOptions,
  queryOptions,
} from "@tanstack/react-query";
import type { QueryClient } from "@tanstack/react-query";
import type {
  AnswerOperation,
  CancelOperation,
  ChangeOperationRules,
  Operation,
  OperationEntry,
  OperationScope,
  PlanOperation,
} from "#shared/operations/operations.ts";
import type { ParticipationQuery, TickOperation } from "#shared/operations/participation.ts";
import { api, body } from "#web/lib/api/api.ts";
import { overviewQuery } from "#web/lib/api/queries.ts";
import { cursorParam, paging } from "#web/lib/api/pages.ts";

const KEY = ["operations"] as const;
const ONE = [...KEY, "one"] as const;

/** Coming operations, or past ones. */
export function operationsQuery(isPast: boolean) {
  return infiniteQueryOptions({
    queryKey: [...KEY, "list", isPast],
    queryFn: ({ pageParam }) =>
      body(
        api.operations.$get({
          query: { ...(isPast && { past: "true" as const }), ...cursorParam(pageParam) },
        }),
      ),
    ...paging,
    staleTime: 30_000,
  });
}

/** The seven days from this one. */
export function weekQuery(monday: string) {
  return queryOptions({
    queryKey: [...KEY, "list", "week", monday],
    queryFn: () => body(api.operations.$get({ query: { week: monday } })),
    staleTime: 30_000,
    placeholderData: keepPreviousData,
  });
}

export function operationQuery(id: string) {
  return queryOptions({
    queryKey: [...ONE, id],
    queryFn: async ({ client, queryKey }) => {
      const before = client.getQueryData<Operation>(queryKey);
      const operation = await body(api.operations[":id"].$get({ param: { id } }));
      // Whose losses count, and until when.
      if (before !== undefined && tookPart(before) !== tookPart(operation)) {
        void client.invalidateQueries({ queryKey: lossesQuery(id).queryKey });
      }
      return operation;
    },
    staleTime: 30_000,
    // While its fleet is read.
    refetchInterval: ({ state }) =>
      state.data?.participation != null && state.data.participation.state !== "ended" && 30_000,
  });
}

const tookPart = ({ participation }: Operation) =>
  participation && `${participation.state} ${participation.people.length}`;

export const planningQuery = queryOptions({
  queryKey: [...KEY, "planning"],
  queryFn: () => body(api.operations.planning.$get()),
  staleTime: 60_000,
});

function keep(client: QueryClient, operation: Operation) {
  client.setQueryData(operationQuery(operation.id).queryKey, operation);
  client.setQueryData(overviewQuery.queryKey, keptIn(operation));
  // Later ones of its series may have changed with it.
  return client.invalidateQueries({
    queryKey: KEY,
    predicate: ({ queryKey }) => queryKey[1] !== "one" || queryKey[2] !== operation.id,
  });
}

/** The dashboard may show others now. */
function keepPlanned(client: QueryClient, operation: Operation) {
  const kept = keep(client, operation);
  void client.invalidateQueries({ queryKey: overviewQuery.queryKey });
  return kept;
}

/** The dashboard's two, with the operation as it is now. */
const keptIn =
  (operation: Operation) =>
  <Shown extends { operations: OperationEntry[] }>(overview: Shown | undefined) =>
    overview && {
      ...overview,
      operations: overview.operations
        .map((shown) => (shown.id === operation.id ? operation : shown))
        .filter(({ cancelledAt }) => cancelledAt === null),
    };

/** Plans an operation, or changes the one with this id and version. */
export const saveOperationMutation = mutationOptions({
  mutationFn: ({
    of,
    plan,
  }: {
    of: { id: string; version: number; scope: OperationScope } | undefined;
    plan: PlanOperation;
  }) =>
    of === undefined
      ? body(api.operations.$post({ json: plan }))
      : body(
          api.operations[":id"].$put({
            param: { id: of.id },
            json: { ...plan, version: of.version, scope: of.scope },
          }),
        ),
  onSuccess: (operation: Operation, _input, _rollback, { client }) =>
    keepPlanned(client, operation),
  onError: (_error, _input, _rollback, { client }) => client.invalidateQueries({ queryKey: ONE }),
});

export const cancelMutation = mutationOptions({
  mutationFn: ({ id, ...json }: CancelOperation & { id: string }) =>
    body(api.operations[":id"].cancelled.$put({ param: { id }, json })),
  onSuccess: (operation, _input, _rollback, { client }) => keepPlanned(client, operation),
});

/** One after the other: the last answer to an operation is the one that is kept. */
export const answerOperationMutation = mutationOptions({
  scope: { id: "operation-answers" },
  mutationFn: ({ id, ...json }: AnswerOperation & { id: string }) =>
    body(api.operations[":id"].answer.$put({ param: { id }, json })),
  onSuccess: (operation, _input, _rollback, { client }) => keep(client, operation),
});

export const runMutation = mutationOptions({
  mutationFn: ({ id, isRunning }: { id: string; isRunning: boolean }) =>
    body(api.operations[":id"].reading.$put({ param: { id }, json: { isRunning } })),
  onSuccess: (operation: Operation, _input, _rollback, { client }) => keep(client, operation),
});

type Ticks = { id: string; ticked: string[]; unticked: string[]; names: TickOperation["names"] };

/** Those whose names were noted: nobody has seen them in the fleet. */
export const notedIn = ({ participation }: Operation) =>
  participation?.people.filter(({ minutes }) => minutes === null) ?? [];

/** Changes the list that is saved at this moment, which another planner may have changed while the dialog was open. */
export const tickMutation = mutationOptions({
  mutationFn: async ({ id, ticked, unticked, names }: Ticks, { client }) => {
    const saved = notedIn(await client.fetchQuery({ ...operationQuery(id), staleTime: 0 }));
    const kept = saved.map(({ userId }) => userId).filter((userId) => !unticked.includes(userId));
    const json = { userIds: [...new Set([...kept, ...ticked])], names };
    return body(api.operations[":id"].participants.$put({ param: { id }, json }));
  },
  onSuccess: (operation: Operation, _input, _rollback, { client }) => keep(client, operation),
});

export function lossesQuery(id: string) {
  return queryOptions({
    queryKey: [...KEY, "losses", id],
    queryFn: () => body(api.operations[":id"].losses.$get({ param: { id } })),
    staleTime: 60_000,
  });
}

export const payLossMutation = mutationOptions({
  mutationFn: ({ id, killmailId, isPaid }: { id: string; killmailId: number; isPaid: boolean }) =>
    body(
      api.operations[":id"].losses[":killmailId"].$put({
        param: { id, killmailId: String(killmailId) },
        json: { isPaid },
      }),
    ),
  onSuccess: (losses, { id }, _rollback, { client }) =>
    client.setQueryData(lossesQuery(id).queryKey, losses),
  // Another planner may have been faster.
  onError: (_error, { id }, _rollback, { client }) =>
    client.invalidateQueries({ queryKey: lossesQuery(id).queryKey }),
});

/** The days that are shown unless others are chosen. */
export const SHOWN_DAYS = "30";

export function participationQuery(query: ParticipationQuery) {
  return queryOptions({
    queryKey: [...KEY, "participation", query],
    queryFn: () => body(api.operations.participation.$get({ query })),
    staleTime: 60_000,
  });
}

export const calendarQuery = queryOptions({
  queryKey: [...KEY, "calendar"],
  queryFn: () => body(api.operations.calendar.$get()),
});

export const makeCalendarLinkMutation = mutationOptions({
  mutationFn: () => body(api.operations.calendar.$post()),
  onSuccess: ({ createdAt }, _input, _rollback, { client }) =>
    client.setQueryData(calendarQuery.queryKey, { createdAt }),
});

export const endCalendarLinkMutation = mutationOptions({
  mutationFn: () => api.operations.calendar.$delete(),
  onSuccess: (_answer, _input, _rollback, { client }) =>
    client.setQueryData(calendarQuery.queryKey, { createdAt: null }),
});

export function rulesQuery(groupId: string) {
  return queryOptions({
    queryKey: [...KEY, "rules", groupId],
    queryFn: () => body(api.operations.rules[":id"].$get({ param: { id: groupId } })),
  });
}

export const changeRulesMutation = mutationOptions({
  mutationFn: ({ groupId, ...json }: ChangeOperationRules & { groupId: string }) =>
    body(api.operations.rules[":id"].$put({ param: { id: groupId }, json })),
  onSuccess: (rules, { groupId }, _rollback, { client }) =>
    client.setQueryData(rulesQuery(groupId).queryKey, rules),
});
