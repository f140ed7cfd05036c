import { QueryClientProvider, useQueryClient } from "@tanstack/react-query";
import type { QueryClient } from "@tanstack/react-query";
import { startTransition, StrictMode, useEffect } from "react";
import type { ReactElement } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { useWords } from "#web/language/messages.ts";
import { onSessionTokenChange } from "#web/lib/api/session-token.ts";
import { startScrollMemory } from "#web/app/navigation/scroll-memory.ts";
import { Toasts } from "#web/ui/feedback/toast.tsx";
import { Trans, t } from "#web/language/macros.ts";
import { sentenceGap } from "#web/lib/sentence.ts";
import { sessionQuery } from "#web/lib/api/session.ts";
import { useConnection } from "#web/lib/api/connection.ts";
import { Icon } from "#web/ui/icon.tsx";
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

/** The element that was clicked in a page that the build has drawn, before React took over (`choose-first-page.ts`). */
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

/** The interval of requests while the server is unreachable. */
const PROBE_MS = 8000;

/** A note while the connection is lost. Failed queries are refetched when it is back. */
function ConnectionNote() {
  const connection = useConnection();
  useRecovery(connection === "unreachable");
  return (
    <output className="pointer-events-none fixed inset-x-0 bottom-3 z-10 flex justify-center px-3">
      {connection !== "online" && (
        <span className="pointer-events-auto flex max-w-136 items-start gap-2.5 rounded-card border border-warn-dim bg-overlay px-4 py-2.5 text-warn shadow-overlay">
          <span className="mt-0.5">
            <Icon name="alert" />
          </span>
          <span className="text-text-1">
            <span className="font-medium">
              {connection === "offline" ? t`You are offline.` : t`Muster cannot be reached.`}
            </span>
            {sentenceGap()}
            <span className="text-text-2">
              <Trans>
                The data shown may be outdated. This page updates automatically when the connection
                is back.
              </Trans>
            </span>
          </span>
        </span>
      )}
    </output>
  );
}

/** Polls the session until the server answers, then refetches the failed queries of the page. */
function useRecovery(isCutOff: boolean) {
  const client = useQueryClient();
  useEffect(() => {
    if (!isCutOff) return;
    const timer = setInterval(
      () => void client.refetchQueries({ queryKey: sessionQuery.queryKey }),
      PROBE_MS,
    );
    return () => {
      clearInterval(timer);
      void refetchFailed(client);
    };
  }, [isCutOff, client]);
}

function refetchFailed(client: QueryClient) {
  return client.refetchQueries({ type: "active", predicate: ({ state }) => state.error !== null });
}
