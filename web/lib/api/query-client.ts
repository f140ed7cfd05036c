import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { MINUTE_MS } from "#shared/time.ts";
import { ApiError } from "./api-error.ts";
import { setRefusedRequest } from "#web/lib/refused-request.ts";
import { checkSession } from "./session.ts";

/** Default freshness. Only transient failures are retried, refusals are not. */
export function createQueryClient(): QueryClient {
  const onError = (error: unknown) => {
    if (error instanceof ApiError && error.status === 401) void checkSession(client);
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _context, { meta }) => {
        onError(error);
        // The dialogs of `useProvenAct` ask by themselves.
        if (error instanceof ApiError && error.request && meta?.["asksForProof"] !== true) {
          setRefusedRequest(error.request);
        }
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 5 * MINUTE_MS,
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < 1 && !isRefusal(error),
      },
      // While offline, mutations fail immediately instead of running unexpectedly once the connection returns.
      mutations: { networkMode: "always" },
    },
  });
  return client;
}

function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500 && error.status !== 429;
}
