import type { QueryClient } from "@tanstack/react-query";
import { readSessionToken } from "#web/lib/session-token.ts";
import { sessionQuery } from "#web/lib/session.ts";
import { pageFor } from "./first-page.ts";
import { ADMIN_LAYOUT, ADMIN_PAGES, PUBLIC_PAGES, SHELL } from "./pages.ts";

/** A skeleton would not be seen earlier. */
const PATIENCE_MS = 120;

/** Waits a moment for what the first page shows: mostly it has come before React, and the page is drawn once. */
export async function firstAnswers(client: QueryClient, { pathname, search }: Location) {
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  // What could not be loaded is said when the page is drawn.
  await Promise.race([ask(client, pathname, search).catch(() => undefined), patience]);
}

async function ask(client: QueryClient, pathname: string, search: string): Promise<void> {
  const found = pageFor(pathname, readSessionToken() !== null);
  if (found && !PUBLIC_PAGES.includes(found.page)) {
    const { page, params } = found;
    (await SHELL.load()).prefetch(client);
    if (ADMIN_PAGES.includes(page)) {
      const session = await client.ensureQueryData(sessionQuery);
      if (!session.user?.is_admin) return;
      await ADMIN_LAYOUT.load();
    }
    const [{ prefetch }] = await Promise.all([
      page.code.load(),
      ...page.parts(search).map((part) => part.load()),
    ]);
    await prefetch?.(client, params, new URLSearchParams(search));
  }
  await allAnswered(client);
}

function allAnswered(client: QueryClient): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (client.isFetching() > 0) return;
      stop();
      resolve();
    };
    const stop = client.getQueryCache().subscribe(look);
    look();
  });
}
