import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { notePaint } from "#web/lib/first-paint.ts";
import { firstAnswers } from "./first-answers.ts";
import { Providers, queryClient } from "./providers.tsx";
import { Router } from "./router.tsx";

/** Puts the product on the page. */
export async function mount() {
  await firstAnswers(queryClient, location);
  const root = document.querySelector("#root");
  if (!root) throw new Error("index.html has no #root.");
  createRoot(root).render(
    <StrictMode>
      <Providers>
        <Router />
      </Providers>
    </StrictMode>,
  );
  notePaint();
}
