import { t } from "#web/language/macros.ts";
import { useQuery } from "@tanstack/react-query";
import { requirementsQuery } from "#web/repairs/queries.ts";
import { LeafFacts, ToldList } from "#web/repairs/leaf-facts.tsx";
import { toRows } from "#web/requirements-text/explained-causes.ts";
import { requirementTold } from "#web/requirements-text/tree-text.ts";
import { Loading } from "#web/ui/feedback/skeleton.tsx";
import { LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { OutcomeMark } from "#web/ui/outcome-mark.tsx";
import { Sentence } from "#web/ui/text.tsx";

/** What the requirements of a group found about the user, with the age of each fact. */
export default function RequirementFacts({ groupId }: { groupId: string }) {
  const { data, isPending, refetch } = useQuery(requirementsQuery(groupId));
  if (isPending) return <Loading>{t`Loading the evidence...`}</Loading>;
  if (!data) return <LoadFailed title={t`The evidence could not be loaded`} onRetry={refetch} />;
  if (data.rule === null)
    return <p className="text-sm text-text-2">{t`It has no requirements now.`}</p>;
  const { names } = data;
  return (
    <ul className="grid gap-2 py-2 text-sm">
      {toRows(data.rule.explained).map((row) => {
        const { pieces, list } = requirementTold(row.part, names, "own");
        return (
          <li key={row.index} className="flex gap-2.5">
            <OutcomeMark tone={row.outcome} />
            <div className="min-w-0 wrap-anywhere">
              <p>
                <Sentence isPlain pieces={pieces} />
              </p>
              <ToldList list={list} />
              <LeafFacts leaves={row.leaves} names={names} />
            </div>
          </li>
        );
      })}
    </ul>
  );
}
