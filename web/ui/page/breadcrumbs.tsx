import { msg, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import type { Message } from "#shared/language/messages.ts";
import { createContext, use, useEffect } from "react";
import { Link } from "react-router";
import { paths } from "#web/lib/paths.ts";
import { cx } from "#web/lib/cx.ts";

/** Labels by path segment. An id gets its label from its page, see `useBreadcrumb`. */
const LABELS: Record<string, Message> = {
  admin: msg({ context: "part of Muster", message: "Admin" }),
  overview: msg`Overview`,
  categories: msg`Categories`,
  groups: msg`Groups`,
  pilots: msg`Pilots`,
  reviews: msg`Reviews`,
  corporations: msg`Corporations`,
  discord: msg`Discord`,
  applications: msg`Applications`,
  deliveries: msg`Deliveries`,
  held: msg`Held changes`,
  watchlist: msg`Watchlist`,
  activity: msg`Activity`,
  undo: msg({ context: "page", message: "Undo" }),
  community: msg`Community`,
  setup: msg`Setup`,
};

export type SetLabel = (label: string | undefined) => void;

export const BreadcrumbLabel = createContext<SetLabel>(() => undefined);

/** Sets the label of the last path segment, which is an id in the URL. */
export function useBreadcrumb(label: string | undefined) {
  const setLabel = use(BreadcrumbLabel);
  useEffect(() => {
    setLabel(label);
    return () => setLabel(undefined);
  }, [label, setLabel]);
}

export function Breadcrumbs({ pathname, label }: { pathname: string; label: string | undefined }) {
  const segments = pathname.split("/").filter(Boolean);
  const crumbs = segments.map((segment, index) => {
    const known = Object.hasOwn(LABELS, segment) ? LABELS[segment] : undefined;
    return {
      key: segment,
      // The address of the area leads to its categories, as the specification has it; its first page is the overview.
      to: index === 0 ? paths.adminOverview : `/${segments.slice(0, index + 1).join("/")}`,
      name: known ? say(known) : (label ?? "..."),
      isLast: index === segments.length - 1,
    };
  });
  return (
    <nav aria-label={t`Breadcrumbs`} className="min-w-0">
      <ol className="flex min-w-0 items-center gap-x-2 text-sm text-text-2">
        {crumbs.map(({ key, to, name, isLast }) => (
          <li key={key} className={cx("flex items-center gap-2", isLast && "min-w-0")}>
            {key !== crumbs[0]?.key && <span aria-hidden="true">/</span>}
            {isLast ? (
              <bdi aria-current="page" className="truncate text-text-2">
                {name}
              </bdi>
            ) : (
              <Link
                to={to}
                className="inline-flex min-h-6 items-center link max-md:-my-2.5 max-md:min-h-11"
              >
                {name}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
