import { t } from "#web/language/macros.ts";
import { useQuery } from "@tanstack/react-query";
import type { Group } from "#shared/groups/groups.ts";
import { OWNERS_REFUSALS, refusalForOwners } from "#shared/requirements/owners.ts";
import type { GroupRequirements } from "#shared/requirements/rule.ts";
import { sayRefusal } from "#web/language/shared-words.ts";
import { isGone } from "#web/lib/api/api-error.ts";
import { useSession } from "#web/lib/api/session.ts";
import { ToldList } from "#web/repairs/told-list.tsx";
import { withStop } from "#web/requirements-text/fact-text.ts";
import { requirementTold } from "#web/requirements-text/tree-text.ts";
import { Card } from "#web/ui/card.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { RowsSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { Sentence } from "#web/ui/sentence.tsx";
import { requirementsQuery } from "#web/repairs/queries.ts";
import { RuleEditor } from "./rule-editor.tsx";

/** The requirements of a group, for those who may change them. */
export default function RequirementsPanel({ group }: { group: Group }) {
  const { user } = useSession();
  const { data, error, isPending, refetch } = useQuery(requirementsQuery(group.id));
  if (isPending || !user) return <RowsSkeleton label={t`Loading the requirements`} />;
  if (!data || isGone(error)) {
    return <LoadFailed title={t`The requirements could not be loaded`} onRetry={refetch} />;
  }
  const { editable, canUseAll, canEdit } = data;
  const refusal = !canUseAll && editable !== null ? refusalForOwners(editable) : undefined;
  if (!canEdit || refusal !== undefined)
    return (
      <Locked
        requirements={data}
        reason={refusal && (sayRefusal(refusal, {}) ?? OWNERS_REFUSALS[refusal])}
      />
    );
  return <RuleEditor key={group.id} group={group} userId={user.id} requirements={data} />;
}

type LockedProps = { requirements: GroupRequirements; reason: string | undefined };

function Locked({ requirements: { editable, names }, reason }: LockedProps) {
  const told = editable && requirementTold(editable.tree, names);
  return (
    <div className="grid gap-4">
      <Alert title={t`Only a system administrator can change these requirements`}>{reason}</Alert>
      {told && (
        <Card title={t`Requirements`}>
          <p className="wrap-anywhere">
            <Sentence pieces={told.list.length === 0 ? withStop(told.pieces) : told.pieces} />
          </p>
          <ToldList list={told.list} />
        </Card>
      )}
    </div>
  );
}
