import type { ComponentProps } from "react";
import { useNavigate } from "react-router";

type LinkProps = Omit<ComponentProps<"a">, "href" | "target"> & {
  /** An address of ours, from the root. */
  to: string;
};

/** A step to another page without loading it anew. react-router's own link carries 3 KB for its other modes. */
export function Link({ to, onClick, children, ...rest }: LinkProps) {
  const navigate = useNavigate();
  return (
    <a
      {...rest}
      href={to}
      onClick={(event) => {
        onClick?.(event);
        // With a key or another button it is for the browser: a new tab, a new window, a download.
        const { altKey, ctrlKey, metaKey, shiftKey } = event;
        const isOurs = event.button === 0 && !(altKey || ctrlKey || metaKey || shiftKey);
        if (!isOurs || event.defaultPrevented) return;
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
