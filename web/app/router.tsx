import { useLayoutEffect, useRef } from "react";
import { NavigationType, useLocation, useNavigationType, useRoutes } from "react-router";
import { enterPage } from "#web/app/navigation/scroll-memory.ts";
import { routes } from "./routes.tsx";

export function Router() {
  const page = useRoutes(routes);
  return (
    <>
      {/* Before the page: its effect runs first, and a page may move the focus on. */}
      <FocusOnNavigation />
      {page}
    </>
  );
}

/**
 * On another path: scrolls to the top and moves the focus to the content, as a full page load would, or leaves the focus in a dialog
 * that is open. Back and forward return to where the page was scrolled to.
 */
function FocusOnNavigation() {
  const { pathname, key } = useLocation();
  const type = useNavigationType();
  const lastPathname = useRef(pathname);
  // With the commit: later, the position of the new page could be remembered as that of the former one, and a key that is pressed
  // at once could meet the former focus.
  useLayoutEffect(() => {
    const isRestored = enterPage(`${key} ${pathname}`, type === NavigationType.Pop);
    if (lastPathname.current === pathname) return;
    lastPathname.current = pathname;
    if (!isRestored) scrollTo(0, 0);
    const main = document.querySelector("main");
    // What was opened while the page was on its way, as the palette and its field, which stands there until its code has come.
    const opened = document.activeElement?.closest("input, [role=dialog]");
    if (opened && !main?.contains(opened)) return;
    main?.focus({ preventScroll: true });
  }, [pathname, key, type]);
  return null;
}
