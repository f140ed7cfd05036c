import { QueryClientProvider } from "@tanstack/react-query";
import { Suspense, useEffect } from "react";
import type { ReactNode } from "react";
import { BrowserRouter } from "react-router";
import { createQueryClient } from "#web/lib/query-client.ts";
import { sessionQuery } from "#web/lib/session.ts";
import { onSessionTokenChange } from "#web/lib/session-token.ts";
import { Toasts } from "#web/ui/toast.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";
import { watchIntent } from "./intent.ts";
import { optional, useLater } from "./use-later.ts";

const ConnectionNote = optional(() => import("./connection-note.tsx"));
export const queryClient = createQueryClient();
// Every page waits for this answer: it was asked for before React was here.
void queryClient.prefetchQuery(sessionQuery);
watchIntent(queryClient);

/** What every page stands on. */
export function Providers({ children }: { children: ReactNode }) {
  // Another tab signed in or out: nothing this one has loaded is its own any more.
  useEffect(() => onSessionTokenChange(() => void queryClient.resetQueries()), []);
  const isLater = useLater();
  return (
    <ErrorBoundary>
      <QueryClientProvider client={queryClient}>
        <BrowserRouter>{children}</BrowserRouter>
        <Toasts />
        <Suspense>{isLater && <ConnectionNote />}</Suspense>
      </QueryClientProvider>
    </ErrorBoundary>
  );
}
