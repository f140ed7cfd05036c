import type { ReactNode } from "react";
import { Icon } from "#web/ui/icon.tsx";
import type { IconName } from "#web/ui/icon.tsx";

const ICONS: Record<EmptyStateVariant, IconName> = {
  "call-to-action": "plus",
  "not-found": "search",
  completed: "check",
};

/** Nothing exists yet; nothing matches the filters; nothing is left to do. */
export type EmptyStateVariant = "call-to-action" | "not-found" | "completed";

export function EmptyState({
  variant,
  title,
  action,
  children,
}: {
  variant: EmptyStateVariant;
  title: string;
  action?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="grid justify-items-center gap-2 px-4 py-10 text-center">
      <span className="mb-2 grid size-10 place-items-center rounded-control border border-line text-text-2">
        <Icon name={ICONS[variant]} size={20} />
      </span>
      <h2 className="text-lg">{title}</h2>
      {children && <p className="max-w-96 text-text-2">{children}</p>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  );
}
