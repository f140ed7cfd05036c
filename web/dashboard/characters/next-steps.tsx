import { Link } from "react-router";
import type { User } from "#shared/session.ts";
import { paths } from "#web/lib/paths.ts";

/** Beside the only character of a user. */
export function NextSteps({ user }: { user: User }) {
  return (
    <li className="grid content-start gap-3 rounded-card border border-dashed border-line p-4">
      <h3 className="text-lg">Next steps</h3>
      <ul className="grid list-disc gap-2 ps-5 text-text-2">
        <li>Link your other characters, to see all skill queues and wallets here.</li>
        {user.canLinkDiscord && !user.discord && <li>Link your Discord account below.</li>}
        <li>
          <Link to={paths.groups} className="text-text-1 underline decoration-1 underline-offset-4">
            Find the groups
          </Link>{" "}
          that you fly with.
        </li>
      </ul>
    </li>
  );
}
