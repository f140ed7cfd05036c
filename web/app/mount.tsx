import { QueryClientProvider } from "@tanstack/react-query";
import type { QueryClient } from "@tanstack/react-query";
import { startTransition, StrictMode, useEffect } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { useWords } from "#web/language/use-language.ts";
import { onSessionTokenChange } from "#web/lib/api/session-token.ts";
import { Toasts } from "#web/ui/feedback/toast.tsx";
import { ConnectionNote } from "./connection-note.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";
import { Router } from "./router.tsx";

export function mount(client: QueryClient): void {
  const root = document.querySelector("#root");
  if (!root) throw new Error("index.html has no #root.");
  // In a transition React waits a moment for code that has arrived already, instead of committing a fallback first.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App client={client} />
      </StrictMode>,
    ),
  );
}

/** The pages and what all of them rely on. When the language changes everything is drawn again, and nothing is mounted again. */
function App({ client }: { client: QueryClient }) {
  useWords();
  // Another tab has signed in or out: what this tab has loaded belongs to another session.
  useEffect(() => onSessionTokenChange(() => void client.resetQueries()), [client]);
  return (
    <ErrorBoundary>
      <QueryClientProvider client={client}>
        <BrowserRouter>
          <Router />
        </BrowserRouter>
        <Toasts />
        <ConnectionNote />
      </QueryClientProvider>
    </ErrorBoundary>
  );
}
