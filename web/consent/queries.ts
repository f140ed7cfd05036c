import { mutationOptions, queryOptions } from "@tanstack/react-query";
import type { ConsentAnswer } from "#shared/applications/consent.ts";
import { api, body } from "#web/lib/api/api.ts";

/** What an application asks of the visitor, by the query of its request. `userId`: another person gets another answer. */
export function questionQuery(query: string, userId: string | undefined) {
  return queryOptions({
    queryKey: ["consent", query, userId],
    queryFn: () => body(api.consent.$get({ query: { query } })),
    retry: false,
    gcTime: 0,
    // The page asks once; what the user then decides ends the question.
    staleTime: Infinity,
  });
}

export const answerConsentMutation = mutationOptions({
  mutationFn: (json: ConsentAnswer) => body(api.consent.$post({ json })),
});

export function signOutQuery(query: string) {
  return queryOptions({
    queryKey: ["sign-out", query],
    queryFn: () => body(api["sign-out"].$get({ query: { query } })),
    retry: false,
  });
}

/** Ends the session at the application; with `all`, also this one. */
export async function signOut(query: string, all: boolean) {
  const answer = await body(api["sign-out"].$post({ json: { query } }));
  if (all) await api.auth.logout.$post();
  return answer;
}
