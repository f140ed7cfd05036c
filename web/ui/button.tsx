import { Children } from "react";
import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { Link } from "react-router";
import { cx } from "#web/lib/cx.ts";
import { Icon } from "./icon.tsx";
import type { IconName } from "./icon.tsx";

const BASE =
  "control inline-flex items-center justify-center gap-2 rounded-control border font-medium whitespace-nowrap no-underline transition-colors aria-disabled:opacity-55 aria-disabled:cursor-not-allowed";

const VARIANTS = {
  primary: "bg-starlight text-on-starlight border-transparent not-aria-disabled:hover:bg-text-1",
  default: "border-line-control text-text-1 not-aria-disabled:hover:bg-surface-3",
  danger: "border-danger text-danger not-aria-disabled:hover:bg-danger-dim",
  discord: "bg-discord text-white border-transparent not-aria-disabled:hover:bg-discord/85",
  "danger-fill": "border-transparent bg-danger-fill text-on-danger",
  ghost:
    "border-transparent text-text-2 not-aria-disabled:hover:bg-surface-3 not-aria-disabled:hover:text-text-1",
};

const SIZES = {
  sm: "min-h-7.5 px-2.5 text-sm max-md:min-h-9",
  md: "min-h-9 px-3.5 text-md max-md:min-h-11",
  lg: "min-h-12 px-5 text-lg",
};

const ICON_SIZES = {
  sm: "size-7.5 text-sm max-md:size-9",
  md: "size-9 text-md max-md:size-11",
  lg: "size-12 text-lg",
};

export type ButtonVariant = keyof typeof VARIANTS;
export type ButtonSize = keyof typeof SIZES;

export function buttonClasses(variant: ButtonVariant = "default", size: ButtonSize = "md"): string {
  return cx(BASE, VARIANTS[variant], SIZES[size]);
}

export function iconButtonClasses(
  variant: ButtonVariant = "ghost",
  size: ButtonSize = "md",
): string {
  return cx(BASE, VARIANTS[variant], ICON_SIZES[size]);
}

type Appearance = { variant?: ButtonVariant; size?: ButtonSize; icon?: ReactNode };

type ButtonProps = Appearance &
  Omit<ComponentProps<"button">, "disabled"> & {
    /** Shows a spinner and `busyLabel`, keeps the width and ignores clicks. */
    isBusy?: boolean;
    busyLabel?: string;
    /** Ignores clicks, but stays focusable so that screen readers can reach the reason. */
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
      className={cx(buttonClasses(variant, size), className)}
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

/** The text children. Elements among them are visually hidden. */
function visibleText(children: ReactNode): string {
  return Children.toArray(children)
    .filter((child) => typeof child === "string")
    .join("");
}

export function ButtonLink({
  variant,
  size,
  icon,
  className,
  children,
  ...rest
}: Appearance & ComponentProps<typeof Link>) {
  return (
    <Link {...rest} className={cx(buttonClasses(variant, size), className)}>
      {icon}
      {children}
    </Link>
  );
}

/** An `onClick` for custom buttons that ignores clicks while inert. */
export function unless(isInert: boolean, onClick: (() => void) | undefined) {
  return (event: MouseEvent) => (isInert ? event.preventDefault() : onClick?.());
}

type IconButtonProps = Omit<
  ComponentProps<"button">,
  "disabled" | "children" | "onClick" | "aria-label"
> & {
  icon: IconName;
  /** Action and object: "Refresh Aurelia Voss". */
  label: string;
  variant?: ButtonVariant;
  size?: ButtonSize;
  isBusy?: boolean;
  isDisabled?: boolean;
  onClick?: () => void;
};

export function IconButton({
  icon,
  label,
  variant,
  size,
  isBusy = false,
  isDisabled = false,
  className,
  onClick,
  ...rest
}: IconButtonProps) {
  const isInert = isBusy || isDisabled;
  return (
    <button
      title={label}
      {...rest}
      type="button"
      aria-label={label}
      aria-disabled={isInert || undefined}
      aria-busy={isBusy || undefined}
      className={cx(iconButtonClasses(variant, size), className)}
      onClick={unless(isInert, onClick)}
    >
      {isBusy ? <Spinner /> : <Icon name={icon} />}
    </button>
  );
}

/** Decorative: the text beside it says what is loading. */
export function Spinner({ size = 16 }: { size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      aria-hidden="true"
      className="shrink-0 animate-spin"
    >
      <path d="M8 2a6 6 0 11-6 6" />
    </svg>
  );
}
