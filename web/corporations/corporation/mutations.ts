import { mutationOptions } from "@tanstack/react-query";
import type { MutationFunctionContext } from "@tanstack/react-query";
import type { AddCorporation, AddDirector, FetchCategory } from "#shared/corporations.ts";
import { api, body } from "#web/lib/api.ts";
import { corporationKeys, directorsQuery } from "./queries.ts";

const corporation = api.corporations[":id"];
const director = corporation.directors[":directorId"];

/** A corporation's badges, directors and figures hang together: all are asked for again. */
const corporationChange = {
  onSettled: (
    _answer: unknown,
    _error: unknown,
    _input: unknown,
    _rollback: unknown,
    { client }: MutationFunctionContext,
  ) => {
    void client.invalidateQueries({ queryKey: corporationKeys.all });
  },
};

export const addCorporationMutation = mutationOptions({
  mutationFn: (json: AddCorporation) => body(api.corporations.$post({ json })),
  ...corporationChange,
});

export const removeCorporationMutation = mutationOptions({
  mutationFn: (id: number) => corporation.$delete({ param: { id: String(id) } }),
  ...corporationChange,
});

export const setActiveMutation = mutationOptions({
  mutationFn: ({ id, isActive }: { id: number; isActive: boolean }) =>
    body(corporation.$put({ param: { id: String(id) }, json: { isActive } })),
  ...corporationChange,
});

export const verifyMutation = mutationOptions({
  mutationFn: (id: number) => body(corporation.verify.$post({ param: { id: String(id) } })),
  ...corporationChange,
});

export const fetchMutation = mutationOptions({
  mutationFn: ({ id, category }: { id: number; category: FetchCategory }) =>
    body(corporation.fetch.$post({ param: { id: String(id) }, json: { category } })),
  ...corporationChange,
});

export const addDirectorMutation = mutationOptions({
  mutationFn: ({ id, ...json }: AddDirector & { id: number }) =>
    body(corporation.directors.$post({ param: { id: String(id) }, json })),
  ...corporationChange,
});

type OneDirector = { id: number; directorId: string };

export const setPriorityMutation = mutationOptions({
  mutationFn: ({ id, directorId, priority }: OneDirector & { priority: number }) =>
    body(director.$put({ param: { id: String(id), directorId }, json: { priority } })),
  onSuccess: (changed, { id, directorId }, _rollback, { client }) => {
    client.setQueryData(directorsQuery(id).queryKey, (directors) =>
      directors?.map((one) => (one.directorId === directorId ? changed : one)),
    );
  },
  ...corporationChange,
});

export const removeDirectorMutation = mutationOptions({
  mutationFn: ({ id, directorId }: OneDirector) =>
    director.$delete({ param: { id: String(id), directorId } }),
  ...corporationChange,
});

export const verifyDirectorMutation = mutationOptions({
  mutationFn: ({ id, directorId }: OneDirector) =>
    body(director.verify.$post({ param: { id: String(id), directorId } })),
  ...corporationChange,
});

export const verifyAllMutation = mutationOptions({
  mutationFn: (id: number) =>
    body(corporation.directors["verify-all"].$post({ param: { id: String(id) } })),
  ...corporationChange,
});
