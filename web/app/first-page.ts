import type { Session } from "#shared/session.ts";
import { askEarly } from "#web/lib/request.ts";
import { readSessionToken } from "#web/lib/session-token.ts";
import type { LazyModule } from "#web/lib/lazy-module.ts";
import * as pages from "./pages.ts";

/** Code to load, and addresses of the API to ask. */
export type Needs = {
  code: LazyModule<unknown>[];
  asks: string[];
  /** What comes on top once the server has said that an administrator is here. */
  ofAdministrator?: Needs;
};

/**
 * Asks for what the first page needs, its code and its answers, while React is still on its way. Done when the code
 * has come, so that the page is drawn once; what could not be loaded is said when the page is drawn.
 */
export async function loadFirstPage({ pathname, search }: Location): Promise<void> {
  const isSignedIn = readSessionToken() !== null;
  if (isSignedIn) connectToImages();
  const { ofAdministrator, ...needs } = needsOf(pathname, search, isSignedIn);
  const session = askEarly("/api/auth/session");
  if (ofAdministrator) {
    void isAdministrator(session).then((is) => (is ? start(ofAdministrator) : undefined));
  }
  await start(needs);
}

/** The page that is shown at an address: the signed-in are sent on from the landing page, the others to it. */
export function pageFor(pathname: string, isSignedIn: boolean) {
  const found = pages.pageAt(pathname);
  if (!found) return undefined;
  if (found.page === pages.LANDING_PAGE && isSignedIn) return pages.pageAt("/dashboard");
  if (pages.PUBLIC_PAGES.includes(found.page) || isSignedIn) return found;
  return pages.pageAt("/");
}

/** What the page at an address shows first, with what stands around it. */
export function needsOf(pathname: string, search: string, isSignedIn: boolean): Needs {
  const found = pageFor(pathname, isSignedIn);
  if (!found) return { code: [], asks: [] };
  const { page, params } = found;
  if (pages.PUBLIC_PAGES.includes(page)) return { code: [page.code], asks: [] };
  const isSentOn = pages.pageAt(pathname)?.page === pages.LANDING_PAGE;
  const own = { code: [page.code, ...page.parts(search)], asks: page.asks(params, search) };
  const shell = {
    code: [...(isSentOn ? [pages.LANDING_PAGE.code] : []), pages.SHELL],
    asks: pages.SHELL_ASKS,
  };
  if (!pages.ADMIN_PAGES.includes(page)) {
    return { code: [...shell.code, ...own.code], asks: [...shell.asks, ...own.asks] };
  }
  return { ...shell, ofAdministrator: { ...own, code: [pages.ADMIN_LAYOUT, ...own.code] } };
}

async function start({ code, asks }: Needs): Promise<void> {
  for (const path of asks) void askEarly(path);
  await Promise.allSettled(code.map(({ load }) => load()));
}

async function isAdministrator(answer: Promise<Response>): Promise<boolean> {
  try {
    const session = (await (await answer).clone().json()) as Session;
    return session.user?.is_admin ?? false;
  } catch {
    return false;
  }
}

/** Portraits come last, but by then the way to their server is open. */
function connectToImages() {
  const link = document.createElement("link");
  link.rel = "preconnect";
  link.href = EVE_IMAGES_URL;
  document.head.append(link);
}
