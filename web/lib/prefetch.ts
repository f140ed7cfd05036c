import type { QueryClient } from "@tanstack/react-query";

/** What a page exports beside its component: asks for its first answers, unless the cache has fresh ones. */
export type Prefetch = (
  client: QueryClient,
  params: Record<string, string | undefined>,
  search: URLSearchParams,
) => void | Promise<void>;
