import { t } from "#web/language/macros.ts";
import { Link, useSearchParams } from "react-router";
import type { Group } from "#shared/groups/groups.ts";

const SECTION = "section";

/** Whether the address shows a group's requirements, which need the whole width. */
export function useShowsRequirements({ can }: Group): boolean {
  const [params] = useSearchParams();
  return can.edit && params.get("tab") === "settings" && params.get(SECTION) === "requirements";
}

type SettingsNavProps = { path: string; showsRequirements: boolean };

/** The sections of a group's settings, with addresses of their own. */
export function SettingsNav({ path, showsRequirements }: SettingsNavProps) {
  const settings = `${path}?tab=settings`;
  return (
    <nav aria-label={t`Settings`} className="px-4">
      <ul className="flex flex-wrap gap-x-5 text-sm">
        <Section to={settings} isCurrent={!showsRequirements} label={t`General`} />
        <Section
          to={`${settings}&${SECTION}=requirements`}
          isCurrent={showsRequirements}
          label={t`Requirements`}
        />
      </ul>
    </nav>
  );
}

function Section({ to, isCurrent, label }: { to: string; isCurrent: boolean; label: string }) {
  return (
    <li>
      <Link
        to={to}
        preventScrollReset
        aria-current={isCurrent ? "page" : undefined}
        className="flex min-h-9 items-center text-text-2 hover:text-text-1 aria-[current]:font-medium aria-[current]:text-text-1 max-md:min-h-11"
      >
        {isCurrent && (
          <span
            aria-hidden="true"
            className="mr-1.5 h-2.75 w-1.25 border-[1.5px] border-r-0 border-signal"
          />
        )}
        {label}
      </Link>
    </li>
  );
}
