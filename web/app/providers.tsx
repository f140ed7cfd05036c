import { QueryClientProvider } from "@tanstack/react-query";
import type { QueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { ReactNode } from "react";
import { BrowserRouter } from "react-router";
import { onSessionTokenChange } from "#web/lib/api/session-token.ts";
import { Toasts } from "#web/ui/feedback/toast.tsx";
import { ConnectionNote } from "./connection-note.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";

export function Providers({ client, children }: { client: QueryClient; children: ReactNode }) {
  // Another tab has signed in or out: what this tab has loaded belongs to another session.
  useEffect(() => onSessionTokenChange(() => void client.resetQueries()), [client]);
  return (
    <ErrorBoundary>
      <QueryClientProvider client={client}>
        <BrowserRouter>{children}</BrowserRouter>
        <Toasts />
        <ConnectionNote />
      </QueryClientProvider>
    </ErrorBoundary>
  );
}
