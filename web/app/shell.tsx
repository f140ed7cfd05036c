import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { Outlet, useLocation } from "react-router";
import { t } from "#web/language/macros.ts";
import type { Panel } from "#web/app/palette/commands.tsx";
import { EarlyPalette } from "#web/app/palette/early-palette.tsx";
import { HomeLink, SearchButton } from "#web/app/navigation/search-button.tsx";
import { Starfield } from "#web/ui/page.tsx";
import { useSession } from "#web/lib/api/session.ts";
import { lazyAfterPaint, loadOnline, useIsPainted } from "#web/lib/first-paint.ts";
import { waitingQuery } from "#web/lib/api/queries.ts";
import { cx } from "#web/lib/cx.ts";
import { Button } from "#web/ui/button.tsx";
import { ReadOnlyNote } from "#web/ui/feedback/alert.tsx";
import { Loading } from "#web/ui/feedback/skeleton.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { useIsSmallScreen } from "#web/lib/layout.ts";
import { enumerated } from "#web/lib/sentence.ts";
import { useSiteName } from "#web/lib/site-name.ts";
import { serverNow } from "#web/lib/clock.ts";
import { eveTime } from "#web/lib/time.ts";
import { ErrorBoundary } from "./error-boundary.tsx";

const Sidebar = lazy(() => loadOnline(() => import("./sidebar.tsx")));
const Commands = lazyAfterPaint(() => import("#web/app/palette/commands.tsx"));
const ProofGate = lazyAfterPaint(() => import("#web/proof/proof-gate.tsx"));

/** The layout of every page behind the login. On a small screen the sidebar slides in over the page. */
export default function Shell() {
  const { isAuthenticated, user } = useSession();
  const { key, pathname } = useLocation();
  const waiting = useQuery({ ...waitingQuery, enabled: isAuthenticated });
  const isSmall = useIsSmallScreen();
  const isPainted = useIsPainted();
  // The menu belongs to the visit it was opened at: following a link closes it.
  const [openAt, setOpenAt] = useState<string>();
  const isMenuOpen = openAt === key;
  const toggleRef = useRef<HTMLButtonElement>(null);
  const isCovering = isSmall && isMenuOpen;
  const [panel, setPanel] = useState<Panel>();
  const [typed, onType] = useState("");
  const early = { typed, onType };
  const openPanel = (next: Panel | undefined) => {
    setPanel(next);
    onType("");
  };

  usePrintHeader();
  useEffect(() => {
    if (!isCovering) return;
    const toggle = toggleRef.current;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === "Escape") setOpenAt(undefined);
    };
    addEventListener("keydown", onKeyDown);
    return () => {
      removeEventListener("keydown", onKeyDown);
      toggle?.focus();
    };
  }, [isCovering]);

  if (!isAuthenticated) return null;
  return (
    <div className="min-h-dvh md:pl-54">
      <Starfield count={50} />
      <a
        href="#content"
        inert={isCovering}
        className="skip-link z-20 rounded-control bg-starlight px-3 py-2 text-on-starlight"
      >
        {t`Skip to content`}
      </a>
      <header className="sticky top-0 z-5 flex h-13 items-center gap-3 border-b border-line-faint bg-void px-4 md:hidden">
        <HomeLink />
        <SearchButton isSmall onClick={() => openPanel("palette")} />
        <Button
          ref={toggleRef}
          size="sm"
          icon={<Icon name={isMenuOpen ? "close" : "menu"} />}
          aria-expanded={isMenuOpen}
          aria-controls="sidebar"
          onClick={() => setOpenAt(isMenuOpen ? undefined : key)}
        >
          {t`Menu`}
        </Button>
      </header>
      {isCovering && (
        <div
          aria-hidden="true"
          className="fixed inset-0 z-6 bg-scrim"
          onClick={() => setOpenAt(undefined)}
        />
      )}
      <aside
        id="sidebar"
        aria-label={t`Sidebar`}
        inert={isSmall && !isMenuOpen}
        className={cx(
          "fixed inset-y-0 left-0 z-7 flex w-54 flex-col border-r border-line-faint bg-void transition-transform duration-160 max-md:w-80 max-md:max-w-[85vw] max-md:bg-surface-1",
          !isMenuOpen && "max-md:-translate-x-full",
        )}
      >
        {(!isSmall || isMenuOpen || isPainted) && (
          <ErrorBoundary resetKey={key} isInShell>
            <Suspense fallback={<Loading>{t`Loading...`}</Loading>}>
              <Sidebar
                user={user}
                waiting={waiting.data}
                isCovering={isCovering}
                onSearch={() => openPanel("palette")}
                onShortcuts={() => openPanel("shortcuts")}
              />
            </Suspense>
          </ErrorBoundary>
        )}
      </aside>
      <div inert={isCovering}>
        <ReadOnlyNote className="px-4 md:px-8" />
        <main
          id="content"
          tabIndex={-1}
          className="mx-auto min-h-dvh w-full max-w-336 px-4 pt-6 pb-16 has-[.side-list]:max-w-448 md:px-8"
        >
          <ErrorBoundary resetKey={pathname} isInShell>
            <Suspense fallback={<Loading>{t`Loading...`}</Loading>}>
              <Outlet />
            </Suspense>
          </ErrorBoundary>
        </main>
        <PageFooter />
      </div>
      <Suspense>
        <ProofGate />
      </Suspense>
      <Suspense
        fallback={
          <EarlyPalette
            {...early}
            isOpen={panel === "palette"}
            onOpen={() => openPanel("palette")}
            onClose={() => openPanel(undefined)}
          />
        }
      >
        <Commands user={user} panel={panel} onPanel={openPanel} early={early} />
      </Suspense>
    </div>
  );
}

function PageFooter() {
  return (
    <footer className="border-t border-line-faint text-xs text-text-2">
      <p className="mx-auto max-w-336 p-4 md:px-8">
        {t`Powered by EVE Online SSO • Built on Cloudflare Workers`}
      </p>
    </footer>
  );
}

/** Prints name the community and the time at which they were made; `print.css` shows it. */
function usePrintHeader(): void {
  const siteName = useSiteName();
  useEffect(() => {
    const stamp = () => {
      document.body.dataset["printed"] = enumerated([siteName, eveTime(serverNow())]);
    };
    addEventListener("beforeprint", stamp);
    return () => removeEventListener("beforeprint", stamp);
  }, [siteName]);
}
