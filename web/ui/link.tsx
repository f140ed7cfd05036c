import type { ComponentProps } from "react";
import { useNavigate } from "react-router";

type LinkProps = Omit<ComponentProps<"a">, "href" | "target"> & {
  /** A path of this app, from the root. */
  to: string;
};

/** Client-side navigation. react-router's own Link weighs 3 KB more, for its other modes. */
export function Link({ to, onClick, children, ...rest }: LinkProps) {
  const navigate = useNavigate();
  return (
    <a
      {...rest}
      href={to}
      onClick={(event) => {
        onClick?.(event);
        // Modified clicks belong to the browser: a new tab, a new window or a download.
        const { altKey, ctrlKey, metaKey, shiftKey } = event;
        const isPlainClick = event.button === 0 && !(altKey || ctrlKey || metaKey || shiftKey);
        if (!isPlainClick || event.defaultPrevented) return;
        event.preventDefault();
        void navigate(to, { replace: to === here() });
      }}
    >
      {children}
    </a>
  );
}

function here(): string {
  return location.pathname + location.search + location.hash;
}
