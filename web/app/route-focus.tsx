import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

/** After a step to another page: its top is in view and the keyboard starts in its content. */
export function RouteFocus() {
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
