import type { Requirement } from "#shared/requirements/tree.ts";

/** What the rules of a community ask for: who flies with it, who is authorized, and what they have trained. */
const TREES: Requirement[] = [
  { type: "characters", which: "main", meet: { type: "alliance", allianceIds: [99_000_001] } },
  {
    type: "all",
    of: [
      { type: "characters", which: "every", meet: { type: "authorization", scopes: [] } },
      { type: "discord_linked" },
    ],
  },
  {
    type: "characters",
    which: "any",
    meet: {
      type: "all",
      of: [
        { type: "total_sp", minimum: 20_000_000 },
        {
          type: "skills",
          name: "Capital pilots",
          skills: [
            { skillId: 20_533, level: 4 },
            { skillId: 3_456, level: 5 },
          ],
        },
      ],
    },
  },
];
const RULES = 30;

/** SQL: thirty groups have these requirements in turn. */
export function groupsWithRules(): string {
  const trees = JSON.stringify(TREES.map((tree) => JSON.stringify(tree)));
  return `insert or ignore into group_requirements (group_id, tree, enrolment, grace_days, updated_at)
    select id, json_extract('${trees}', '$[' || (row_number() over (order by id) % ${TREES.length}) || ']'), 'manual', 3, 0
    from groups order by id limit ${RULES}`;
}
