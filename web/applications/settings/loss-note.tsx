import { t } from "#web/language/macros.ts";
import { TOKEN_TTL_SECONDS } from "#shared/applications/applications.ts";
import type { Application } from "#shared/applications/applications.ts";

const MINUTES = TOKEN_TTL_SECONDS / 60;

/** Within what time the application is certain to notice that a person has lost a group it is told about. */
export function LossNote({ application }: { application: Application }) {
  const { backchannelLogoutUri, tellsLostGroups, claims, grantedGroups } = application;
  if (!claims.includes("groups") || grantedGroups.length === 0) return null;
  const isTold = backchannelLogoutUri !== null && tellsLostGroups;
  return (
    <p className="text-xs text-text-2">
      {isTold
        ? t`When a person loses one of them, Muster calls the back-channel logout within two minutes, and the next sign-in has the groups that the person still has.`
        : t`A loss is certain to be noticed within ${MINUTES} minutes if the application renews its tokens, and otherwise when its own session ends: let that end after ${MINUTES} minutes, or add a back-channel logout.`}
    </p>
  );
}
