import type { ComponentProps } from "react";
import { cx } from "#web/lib/cx.ts";
import { iconButtonClasses, unless } from "./button.tsx";
import type { ButtonSize, ButtonVariant } from "./button.tsx";
import { Icon } from "./icon.tsx";
import type { IconName } from "./icon.tsx";
import { Spinner } from "./spinner.tsx";

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
