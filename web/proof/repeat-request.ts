import type { QueryClient } from "@tanstack/react-query";
import { sendAgain } from "#web/lib/api/api.ts";
import type { RefusedRequest } from "#web/lib/refused-request.ts";

/** The popup of Discord opens only at a click, and a test shows its result there: the user presses the button again. A page reads again by itself. */
const NEEDS_A_CLICK = /\/(?:discord\/link\/start|test-sign-in)$/;

const SECRET_KEY = ["shown-once"];

/** Sends a request that was refused for want of a proof. Returns a secret of the answer, which is shown once. */
export async function repeatRequest(request: RefusedRequest): Promise<string | undefined> {
  if (needsClick(request) || isRead(request)) return undefined;
  const response = await sendAgain(request);
  if (response.status === 204) return undefined;
  if (bringsFile(request)) {
    const { saveFile } = await import("#web/lib/save-file.ts");
    saveFile(await response.blob(), nameOf(response));
    return undefined;
  }
  const answer: unknown = await response.json();
  const hasSecret = typeof answer === "object" && answer !== null && "secret" in answer;
  return hasSecret && typeof answer.secret === "string" ? answer.secret : undefined;
}

export function needsClick({ path, isPart }: RefusedRequest): boolean {
  return isPart === true || NEEDS_A_CLICK.test(path);
}

export function isRead({ method }: RefusedRequest): boolean {
  return method === "GET";
}

/** The answer is a file, which is saved. */
export function bringsFile({ path }: RefusedRequest): boolean {
  return path.endsWith("/export");
}

function nameOf(response: Response): string {
  const header = response.headers.get("Content-Disposition") ?? "";
  return /filename="([^"]+)"/.exec(header)?.[1] ?? "muster.csv";
}

/** Keeps the secret until the page that the user returns to has shown it. */
export function keepSecret(client: QueryClient, secret: string | undefined) {
  client.setQueryData(SECRET_KEY, secret ?? null);
}

/** For `useQuery`: the secret that is to be shown once, or null. */
export const shownSecretQuery = {
  queryKey: SECRET_KEY,
  queryFn: () => Promise.resolve<string | null>(null),
  staleTime: Infinity,
  enabled: false,
} as const;
