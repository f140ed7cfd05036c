import type { QueryClient } from "@tanstack/react-query";
import { startTransition, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Providers } from "./providers.tsx";
import { Router } from "./router.tsx";

export function mount(client: QueryClient): void {
  const root = document.querySelector("#root");
  if (!root) throw new Error("index.html has no #root.");
  // In a transition React waits a moment for code that has arrived already, instead of committing a fallback first.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <Providers client={client}>
          <Router />
        </Providers>
      </StrictMode>,
    ),
  );
}
