import { t } from "#web/language/macros.ts";
import { Link } from "react-router";
import type { Fact } from "#shared/applications/facts.ts";
import { paths } from "#web/lib/paths.ts";

type AskingGroupsProps = {
  fact: Fact;
  /** Follows a link out of the dialog. */
  onLeave: () => void;
};

/** The groups whose requirements ask for a fact. */
export function AskingGroups({ fact: { usedBy }, onLeave }: AskingGroupsProps) {
  return (
    <section className="text-sm">
      <h3 className="font-ui text-sm font-medium tracking-normal">{t`Groups that ask for it`}</h3>
      <ul className="mt-1 grid gap-1">
        {usedBy.map(({ id, name }) => (
          <li key={id} className="wrap-anywhere">
            <Link className="link" to={paths.adminGroup(id)} onClick={onLeave}>
              <bdi>{name}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
