import { expect, test } from "vitest";
import { buildUser } from "#test/support/people/builders.ts";
import { hasRole } from "#test/support/requirements/condition-builders.ts";
import { buildGroup } from "#test/support/people/group-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { setRule } from "#test/support/requirements/rule-builders.ts";
import { ruleConditions } from "#worker/db/schema/evidence.ts";
import { groupRequirements } from "#worker/db/schema/requirements.ts";

const muster = await startMuster();
const { db } = muster.context;
const owner = await buildUser(muster);
const group = await buildGroup(muster, { owner });

test("what rules contain follows their edits", async () => {
  const conditions = async () =>
    (await db.select().from(ruleConditions))
      .map(({ type, subject }) => `${type} ${subject}`.trim())
      .toSorted();
  const other = await buildGroup(muster, { owner });
  await setRule(muster, group.id, {
    type: "all",
    of: [
      { type: "member_of", groupIds: [other.id, "another"] },
      { type: "not", of: { type: "discord_linked" } },
      { type: "on_discord_server", serverId: "790000000000000100" },
      {
        type: "characters",
        which: "every",
        meet: {
          type: "any",
          of: [
            { type: "roles", roles: ["Trader"] },
            { type: "not", of: { type: "titles", corporationId: 98_000_001, titleIds: [1] } },
            { type: "standing", minimum: 5, of: "alliance", ownerId: 99_000_001 },
          ],
        },
      },
    ],
  });
  expect(await conditions()).toEqual(
    [
      "discord_linked",
      "every",
      `member_of ${other.id}`,
      "member_of another",
      "on_discord_server 790000000000000100",
      "roles",
      "standing alliance:99000001",
      "titles 98000001",
    ].toSorted(),
  );
  await setRule(muster, group.id, hasRole("Trader"));
  expect(await conditions()).toEqual(["roles"]);
  await db.delete(groupRequirements);
  expect(await conditions()).toEqual([]);
});
