import { useEffect, useRef } from "react";
import { useLocation, useRoutes } from "react-router";
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

/** On another path: scrolls to the top and moves the focus to the content, as a full page load would. */
function FocusOnNavigation() {
  const { pathname } = useLocation();
  const lastPathname = useRef(pathname);
  useEffect(() => {
    if (lastPathname.current === pathname) return;
    lastPathname.current = pathname;
    scrollTo(0, 0);
    document.querySelector("main")?.focus({ preventScroll: true });
  }, [pathname]);
  return null;
}
