import { eq, isNotNull } from "drizzle-orm";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import type { TestContext } from "#test/support/workerd/test-database.ts";
import { runCronJob } from "#worker/app/cron-jobs.ts";
import { groups } from "#worker/db/schema/groups.ts";
import { evaluationMarks, evaluationState } from "#worker/db/schema/requirements.ts";
import { evaluation } from "#worker/enrolment/passes/evaluation.ts";
import { saveRequirements } from "#worker/enrolment/rules/service.ts";
import { beginDue } from "#worker/work/begin-due.ts";
import { RULED_GROUPS } from "./ruled-groups.ts";

/** Saves the requirements as the administrator, and evaluates until nothing is left. */
export async function seedRequirements(context: TestContext, adminId: string) {
  const { db } = context;
  const actor: UserActor = {
    kind: "user",
    userId: adminId,
    sessionId: "seed",
    isAdmin: true,
    isGuest: false,
  };
  // The affiliations of all pilots.
  await runCronJob(context, "affiliations");
  for (const { name, rule } of RULED_GROUPS) {
    const [group] = await db.select({ id: groups.id }).from(groups).where(eq(groups.name, name));
    await saveRequirements(context, actor, group?.id ?? "", { rule, version: null });
  }
  const isWaiting = async () => {
    const marks = await db.select().from(evaluationMarks).limit(1);
    const open = await db
      .select()
      .from(evaluationState)
      .where(isNotNull(evaluationState.sweepAfter));
    return marks.length + open.length > 0;
  };
  const evaluate = () => beginDue(context, evaluation);
  while (await isWaiting()) await evaluate();
  // The removals that became due with the last slice are held.
  await evaluate();
}
