import { Trans, ph } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import { lazy, Suspense } from "react";
import type { GroupMember } from "#shared/groups/groups.ts";
import { UNKNOWN_USER } from "#web/lib/labels.ts";
import { OutcomeMark } from "#web/ui/outcome-mark.tsx";

const CauseLine = lazy(() => import("#web/repairs/cause-line.tsx"));

/** An owner who does not meet the requirements is not removed, but shown. */
export function OwnerNote({ members }: { members: readonly GroupMember[] }) {
  const owner = members.find(({ role }) => role === "owner");
  if (owner?.problem?.outcome !== "unmet") return null;
  return (
    <div className="flex items-start gap-3 border-b border-line-faint px-4 py-3">
      <OutcomeMark tone="attention" />
      <p className="min-w-0 flex-1 wrap-anywhere text-text-2">
        <Trans>
          <b className="font-medium text-text-1">
            <bdi>{ph({ name: owner.mainCharacterName ?? say(UNKNOWN_USER) })}</bdi>, the owner, does
            not meet the requirements:
          </b>
        </Trans>{" "}
        <Suspense>
          <CauseLine causes={owner.problem.causes} viewpoint="other" />
        </Suspense>{" "}
        <Trans>Owners stay members.</Trans>
      </p>
    </div>
  );
}
