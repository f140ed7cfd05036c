import { Trans, t } from "#web/language/macros.ts";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { GroupApplication } from "#shared/pilots/who-can.ts";
import { useSession } from "#web/lib/api/session.ts";
import { paths } from "#web/lib/paths.ts";
import { Icon } from "#web/ui/icon.tsx";

/** The applications that members of the group can sign in to, or that are told who they are. */
export function GroupApplications({ applications }: { applications: readonly GroupApplication[] }) {
  const { user } = useSession();
  if (applications.length === 0) return null;
  return (
    <section
      aria-label={t`Applications`}
      className="grid gap-1.5 border-b border-line-faint px-4 py-3 text-text-2"
    >
      <h2 className="font-ui text-sm font-medium tracking-normal text-text-1">
        <Trans>Applications</Trans>
      </h2>
      <ul className="grid gap-1">
        {applications.map(({ id, name, isRequired, isGranted }) => (
          <li key={id} className="flex min-w-0 items-baseline gap-2">
            <span className="text-text-2">
              <Icon name="apps" size={14} />
            </span>
            <span className="min-w-0 wrap-anywhere">
              <Application
                isRequired={isRequired}
                isGranted={isGranted}
                name={
                  user?.is_admin ? (
                    <Link className="link" to={paths.adminApplication(id)}>
                      <bdi>{name}</bdi>
                    </Link>
                  ) : (
                    <bdi className="font-medium text-text-1">{name}</bdi>
                  )
                }
              />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

type ApplicationProps = Pick<GroupApplication, "isRequired" | "isGranted"> & { name: ReactNode };

function Application({ name, isRequired, isGranted }: ApplicationProps) {
  if (!isRequired) return <Trans>{name} learns which of its players are members</Trans>;
  return isGranted ? (
    <Trans>Only members can sign in to {name}, which learns who they are</Trans>
  ) : (
    <Trans>Only members can sign in to {name}</Trans>
  );
}
