import { QueryClientProvider } from "@tanstack/react-query";
import type { QueryClient } from "@tanstack/react-query";
import { startTransition, StrictMode, useEffect } from "react";
import type { ReactElement } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { useWords } from "#web/language/use-language.ts";
import { onSessionTokenChange } from "#web/lib/api/session-token.ts";
import { startScrollMemory } from "#web/app/navigation/scroll-memory.ts";
import { Toasts } from "#web/ui/feedback/toast.tsx";
import { ConnectionNote } from "./connection-note.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";
import { Router } from "./router.tsx";

export function mount(client: QueryClient): void {
  const root = document.querySelector("#root");
  if (!root) throw new Error("index.html has no #root.");
  startScrollMemory();
  const app = (
    <App client={client}>
      <BrowserRouter>
        <Router />
      </BrowserRouter>
    </App>
  );
  // In a transition React waits a moment for code that has arrived already, instead of committing a fallback first.
  startTransition(() => {
    // The build has drawn the first page of visitors.
    if (root.hasChildNodes()) hydrateRoot(root, app);
    else createRoot(root).render(app);
  });
}

/** What was clicked in a page that the build has drawn, before React took over (`choose-first-page.ts`). */
function clickAgain() {
  const root = document.querySelector("#root");
  root?.setAttribute("data-live", "");
  const clicked = root?.querySelector<HTMLElement>("[data-clicked]");
  clicked?.removeAttribute("data-clicked");
  clicked?.click();
}

/** The pages and what all of them rely on. When the language changes everything is drawn again, and nothing is mounted again. */
export function App({ client, children }: { client: QueryClient; children: ReactElement }) {
  useWords();
  useEffect(clickAgain, []);
  // Another tab has signed in or out: what this tab has loaded belongs to another session.
  useEffect(() => onSessionTokenChange(() => void client.resetQueries()), [client]);
  return (
    <StrictMode>
      <ErrorBoundary>
        <QueryClientProvider client={client}>
          {children}
          <Toasts />
          <ConnectionNote />
        </QueryClientProvider>
      </ErrorBoundary>
    </StrictMode>
  );
}
