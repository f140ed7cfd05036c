import { queryOptions, useQuery } from "@tanstack/react-query";
import type { QueryClient } from "@tanstack/react-query";
import type { Language } from "#shared/language/languages.ts";
import type { Session, User } from "#shared/session.ts";
import { isSpoken } from "#shared/language/languages.ts";
import { chosenLanguage, keepLanguage } from "#web/language/chosen.ts";
import { changeLanguage } from "#web/language/loading.ts";
import { currentLanguage } from "#web/language/messages.ts";
import { setSiteName } from "#web/lib/site-name.ts";
import { useIsHydrating } from "#web/lib/first-paint.ts";
import { api, body } from "./api.ts";
import {
  clearSessionToken,
  readSessionEnd,
  readSessionToken,
  storeSessionToken,
} from "./session-token.ts";

const SIGNED_OUT: Session = { authenticated: false, user: null };

export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: async (): Promise<Session> => {
    const token = readSessionToken();
    const session = await body(api.auth.session.$get());
    if (!session.authenticated && token !== null && token === readSessionToken()) {
      clearSessionToken({ characterName: session.soldCharacterName ?? null });
    }
    setSiteName(session.community?.name);
    if (session.user) void speakAs(session.user);
    return session;
  },
  staleTime: 5 * 60_000,
  retry: false,
  retryOnMount: false,
});

/**
 * Who is signed in. The server's answer decides; while it is awaited, or cannot be had, a stored token
 * counts as signed in: `user` is null then.
 */
export function useSession() {
  const isHydrating = useIsHydrating();
  const { refetch, ...query } = useQuery(sessionQuery);
  const data = isHydrating ? undefined : query.data;
  const error = isHydrating ? null : query.error;
  const user = data?.user ?? null;
  const isAuthenticated = data ? data.authenticated : !isHydrating && readSessionToken() !== null;
  return {
    isAuthenticated,
    user,
    main: user?.characters.find(({ characterId }) => characterId === user.mainCharacterId),
    community: data?.community,
    /** Why this browser is signed out although it had a session. */
    end: isAuthenticated ? null : readSessionEnd(),
    isPending: query.isPending || isHydrating,
    isError: error !== null && !data,
    error,
    retry: () => void refetch(),
  };
}

/** The account's language, on a device that speaks another. An account without one gets the language that this device was given. */
async function speakAs({ language }: User): Promise<void> {
  if (language !== undefined && isSpoken(language) && language !== currentLanguage()) {
    return changeLanguage(language);
  }
  const chosen = chosenLanguage();
  if (language === undefined && chosen !== undefined && isSpoken(chosen))
    await saveLanguage(chosen).catch(() => undefined);
}

/** Changes the language on this device and, for a user, on the user's other devices. */
export async function chooseLanguage(client: QueryClient, language: Language): Promise<void> {
  keepLanguage(language);
  await changeLanguage(language);
  const session = client.getQueryData(sessionQuery.queryKey);
  if (!session?.user) return;
  client.setQueryData(sessionQuery.queryKey, { ...session, user: { ...session.user, language } });
  await saveLanguage(language);
}

const saveLanguage = (language: Language) => api.account.language.$put({ json: { language } });

/** `isAuthenticated` of `useSession`, for code outside of components. */
export function isSignedIn(client: QueryClient): boolean {
  const session = client.getQueryData(sessionQuery.queryKey);
  return session ? session.authenticated : readSessionToken() !== null;
}

/** Stores the token of a new session and asks who that is. Nothing of an earlier session survives. */
export async function beginSession(client: QueryClient, sessionToken: string): Promise<void> {
  storeSessionToken(sessionToken);
  dropAllButSession(client);
  await client.fetchQuery({ ...sessionQuery, staleTime: 0 }).catch(() => undefined);
}

/** The server has refused the session's token: asks why. */
export async function checkSession(client: QueryClient): Promise<void> {
  try {
    const session = await client.fetchQuery({ ...sessionQuery, staleTime: 0 });
    if (!session.authenticated) dropAllButSession(client);
  } catch {
    endSession(client);
  }
}

/** Forgets the session in this browser. What it had loaded goes with it. */
export function endSession(client: QueryClient): void {
  clearSessionToken();
  client.setQueryData(sessionQuery.queryKey, (before) => ({
    ...SIGNED_OUT,
    ...(before?.community && { community: before.community }),
  }));
  dropAllButSession(client);
}

/** Queries that a page on the screen uses are removed with that page. */
function dropAllButSession(client: QueryClient) {
  client.removeQueries({
    type: "inactive",
    predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0],
  });
}
