import { MutationObserver, QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { overviewQuery } from "#web/lib/api/queries.ts";
import {
  answerOperationMutation,
  cancelMutation,
  lossesQuery,
  operationQuery,
  operationsQuery,
  runMutation,
} from "#web/operations/queries.ts";

// Only the network is stubbed.
let asked: string[];
let answer: (path: string) => Promise<object>;
let client: QueryClient;

beforeEach(() => {
  asked = [];
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  answer = () => Promise.resolve({ id: "o1" });
  vi.stubGlobal("fetch", async (path: string) => {
    asked.push(path);
    return Response.json(await answer(path));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  client.clear();
});

const cache = (queryKey: readonly unknown[], data: object) => client.setQueryData(queryKey, data);
const isOld = (queryKey: readonly unknown[]) => client.getQueryState(queryKey)?.isInvalidated;

test("a changed operation makes all that depends on it old, and itself is what the answer says", async () => {
  const keys = [lossesQuery("o1"), operationQuery("o1"), operationsQuery(false)].map(
    ({ queryKey }): readonly unknown[] => queryKey,
  );
  for (const queryKey of keys) cache(queryKey, {});
  await new MutationObserver(client, runMutation).mutate({ id: "o1", isRunning: false });
  expect(keys.map(isOld)).toEqual([true, false, true]);
});

test("a cancelled operation makes room for another one on the dashboard", async () => {
  const { queryKey } = overviewQuery;
  cache(queryKey, { operations: [] });
  const cancelling = { id: "o1", isCancelled: true, scope: "one" } as const;
  await new MutationObserver(client, cancelMutation).mutate(cancelling);
  expect(isOld(queryKey)).toBe(true);
});

test("losses are read again when the reading of the fleet has ended", async () => {
  const query = { ...operationQuery("o1"), staleTime: 0 };
  const reading = (state: string) => ({ id: "o1", participation: { state, people: [] } });
  cache(lossesQuery("o1").queryKey, { losses: [] });
  answer = () => Promise.resolve(reading("reading"));
  await client.fetchQuery(query);
  await client.fetchQuery(query);
  expect(isOld(lossesQuery("o1").queryKey)).toBe(false);
  answer = () => Promise.resolve(reading("ended"));
  await client.fetchQuery(query);
  expect(isOld(lossesQuery("o1").queryKey)).toBe(true);
});

test("answers are sent one after the other", async () => {
  const ends: (() => void)[] = [];
  answer = (path) =>
    new Promise((resolve) => ends.push(() => resolve({ id: path.split("/")[3] ?? "" })));
  const give = (id: string) => {
    const input = { id, answer: "coming", brings: "" } as const;
    return new MutationObserver(client, answerOperationMutation).mutate(input);
  };
  const given = Promise.all([give("o1"), give("o2")]);
  await expect.poll(() => asked).toEqual(["/api/operations/o1/answer"]);
  ends[0]?.();
  await expect.poll(() => asked.at(-1)).toBe("/api/operations/o2/answer");
  ends[1]?.();
  expect(await given).toMatchObject([{ id: "o1" }, { id: "o2" }]);
});
