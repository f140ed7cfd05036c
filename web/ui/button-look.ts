import { cx } from "#web/lib/cx.ts";

const BASE =
  "control inline-flex items-center justify-center gap-2 rounded-control border font-medium whitespace-nowrap no-underline transition-colors aria-disabled:opacity-55 aria-disabled:cursor-not-allowed";

const VARIANTS = {
  primary: "bg-starlight text-on-starlight border-transparent not-aria-disabled:hover:bg-white",
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

export function buttonLook(variant: ButtonVariant = "default", size: ButtonSize = "md"): string {
  return cx(BASE, VARIANTS[variant], SIZES[size]);
}

export function iconButtonLook(variant: ButtonVariant = "ghost", size: ButtonSize = "md"): string {
  return cx(BASE, VARIANTS[variant], ICON_SIZES[size]);
}
