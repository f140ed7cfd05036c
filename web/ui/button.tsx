import { Children } from "react";
import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { Link } from "./link.tsx";
import { cx } from "#web/lib/cx.ts";
import { buttonLook } from "./button-look.ts";
import type { ButtonSize, ButtonVariant } from "./button-look.ts";
import { Spinner } from "./spinner.tsx";

type Look = { variant?: ButtonVariant; size?: ButtonSize; icon?: ReactNode };

type ButtonProps = Look &
  Omit<ComponentProps<"button">, "disabled"> & {
    /** Something is under way: shows a spinner and `busyLabel`, keeps its width and ignores clicks. */
    isBusy?: boolean;
    busyLabel?: string;
    /** Refuses clicks but keeps its place in the tab order, so that its reason can be read. */
    isDisabled?: boolean;
  };

export function Button({
  variant,
  size,
  icon,
  isBusy = false,
  busyLabel,
  isDisabled = false,
  type = "button",
  className,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const isInert = isBusy || isDisabled;
  return (
    <button
      {...rest}
      type={type}
      className={cx(buttonLook(variant, size), className)}
      aria-disabled={isInert || undefined}
      onClick={(event) => (isInert ? event.preventDefault() : onClick?.(event))}
    >
      <span className="reserve" data-reserve={isBusy ? visibleText(children) : busyLabel}>
        <span className="flex items-center gap-2">
          {isBusy ? <Spinner /> : icon}
          <span>{isBusy ? (busyLabel ?? children) : children}</span>
        </span>
      </span>
    </button>
  );
}

/** The words among the children; elements beside them are for assistive technology. */
function visibleText(children: ReactNode): string {
  return Children.toArray(children)
    .filter((child) => typeof child === "string")
    .join("");
}

/** A link that looks like a button. */
export function ButtonLink({
  variant,
  size,
  icon,
  className,
  children,
  ...rest
}: Look & ComponentProps<typeof Link>) {
  return (
    <Link {...rest} className={cx(buttonLook(variant, size), className)}>
      {icon}
      {children}
    </Link>
  );
}

/** For buttons that are not `Button`: a click that does nothing while inert. */
export function unless(isInert: boolean, onClick: (() => void) | undefined) {
  return (event: MouseEvent) => (isInert ? event.preventDefault() : onClick?.());
}
