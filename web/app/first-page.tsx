import { QueryClient } from "@tanstack/react-query";
import { prerender } from "react-dom/static";
import { StaticRouter } from "react-router";
import type { Translations } from "#shared/language/messages.ts";
import { speak } from "#web/language/messages.ts";
import { App } from "./mount.tsx";
import { Router } from "./router.tsx";

/** For the build: the markup of a page as a visitor first sees it, before the server has answered. */
export async function drawFirstPage(
  path: string,
  language: string,
  translations: Translations,
): Promise<string> {
  speak(language, translations);
  const { prelude } = await prerender(
    <App client={new QueryClient({ defaultOptions: { queries: { enabled: false } } })}>
      <StaticRouter location={path}>
        <Router />
      </StaticRouter>
    </App>,
    { progressiveChunkSize: Infinity },
  );
  return new Response(prelude).text();
}
