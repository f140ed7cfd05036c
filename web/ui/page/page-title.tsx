import { useEffect } from "react";
import type { ReactNode } from "react";
import { useSiteName } from "#web/lib/site-name.ts";

/** Sets the title of the browser tab: "Groups · Muster", or "Muster" alone; with the name of the community in place of Muster. */
export function PageTitle({ children }: { children?: string | undefined }) {
  const siteName = useSiteName();
  useEffect(() => {
    document.title = children ? `${children} · ${siteName}` : siteName;
  }, [children, siteName]);
  return null;
}

/** The h1 of a page, which also becomes the tab's title, with a subtitle and actions. */
export function PageHeader({
  title,
  tabTitle = title,
  subtitle,
  actions,
}: {
  title: string;
  /** Where the heading alone does not say what it is. */
  tabTitle?: string;
  subtitle?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <header className="mb-4 flex min-h-9 flex-wrap items-center gap-x-4 gap-y-3">
      <PageTitle>{tabTitle}</PageTitle>
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-4">
        <h1 className="w-fit bg-void text-2xl">{title}</h1>
        {subtitle && <p className="w-fit bg-void text-text-2">{subtitle}</p>}
      </div>
      {actions && (
        <div className="ml-auto flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-1">{actions}</div>
      )}
    </header>
  );
}
