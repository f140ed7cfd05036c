import { mutationOptions, queryOptions } from "@tanstack/react-query";
import type { AlarmGroup, SaveAlarms } from "#shared/corporations/alarms.ts";
import { corporationKeys } from "#web/corporations/queries.ts";
import { api, body } from "#web/lib/api/api.ts";

const routes = api.corporations[":id"].alarms;
const alarmsKey = (id: number) => [...corporationKeys.one(id), "alarms"] as const;

export function alarmsQuery(id: number) {
  return queryOptions({
    queryKey: alarmsKey(id),
    queryFn: () => body(routes.$get({ param: { id: String(id) } })),
    staleTime: 0,
  });
}

/** Asks Discord. */
export function alarmChoicesQuery(id: number) {
  return queryOptions({
    queryKey: [...alarmsKey(id), "choices"],
    queryFn: () => body(routes.choices.$get({ param: { id: String(id) } })),
    retry: false,
  });
}

export const testAlarmMutation = mutationOptions({
  mutationFn: ({ id, group }: { id: number; group: AlarmGroup }) =>
    body(routes.test.$post({ param: { id: String(id) }, json: { group } })),
  // What Discord refused before may be tried again.
  onSettled: (_answer, _error, { id }, _rollback, { client }) =>
    client.invalidateQueries(alarmsQuery(id)),
});

export const saveAlarmsMutation = mutationOptions({
  mutationFn: ({ id, ...json }: SaveAlarms & { id: number }) =>
    body(routes.$put({ param: { id: String(id) }, json })),
  onSuccess: (alarms, { id }, _rollback, { client }) =>
    client.setQueryData(alarmsQuery(id).queryKey, alarms),
});
