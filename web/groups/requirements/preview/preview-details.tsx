import type { RuleNames } from "#shared/requirements/cause.ts";
import type { Rule } from "#shared/requirements/rule.ts";
import { FollowingRoles } from "./following-roles.tsx";
import { Funnel } from "./funnel.tsx";
import { PreviewPeople } from "./preview-people.tsx";
import type { PreviewSum } from "./sum.ts";

type PreviewDetailsProps = {
  id: string;
  rule: Rule | null;
  sum: PreviewSum;
  isAutomatic: boolean;
  isHeld: boolean;
  names: RuleNames;
};

/** Who is meant by the numbers, how far the others come, and what follows on Discord. */
export default function PreviewDetails(props: PreviewDetailsProps) {
  const { id, rule, sum, isAutomatic, isHeld, names } = props;
  return (
    <>
      <PreviewPeople id={id} sum={sum} isAutomatic={isAutomatic} />
      <Funnel rule={rule} sum={sum} names={names} />
      <FollowingRoles roles={sum.discordRoles} isHeld={isHeld} />
    </>
  );
}
