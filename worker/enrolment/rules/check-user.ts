import { fold } from "#shared/fold.ts";
import type { RuleCheck, CheckUser } from "#shared/requirements/rule.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { selectMembership } from "#worker/access/guests.ts";
import { runBatch } from "#worker/db/batch.ts";
import type { Context } from "#worker/env.ts";
import { selectGroup } from "#worker/groups/group/group-row.ts";
import { causesOf } from "#worker/requirements/evaluation/causes.ts";
import { evaluate } from "#worker/requirements/evaluation/evaluate.ts";
import { plannedUsers } from "#worker/enrolment/passes/planned-users.ts";
import { selectRules } from "#worker/enrolment/passes/state-store.ts";
import { requireDraft } from "./known-names.ts";
import {
  presentCauses,
  presentUser,
  previewUser,
  rulesFor,
  rulesWith,
  selectByCharacter,
  treeOf,
  asKnownTo,
  asStranger,
} from "./previewed-user.ts";

/** What saving a rule does with one user, found by the name of a character. */
export async function checkUser(
  context: Context,
  actor: UserActor,
  groupId: string,
  { rule, characterName }: CheckUser,
): Promise<RuleCheck> {
  const now = Date.now();
  const [[row], rules, [community], [found]] = await runBatch(context.db, [
    selectGroup(actor.userId, groupId),
    selectRules(),
    selectMembership(),
    selectByCharacter({
      groupId,
      nameFolded: fold(characterName),
      isAdmin: Number(actor.isAdmin),
    }),
  ]);
  const group = await requireDraft(context, actor, row, rule, rules);
  if (found === undefined) return { user: null };
  const active = rulesWith(rule, group, rulesFor(actor, rules), community);
  const { users, names } = await plannedUsers(context, [found.userId], active, community, now);
  const [read] = users;
  const mayKnow = actor.isAdmin || found.isMember === 1 || found.hasRequested === 1;
  const user = read && asKnownTo(actor, mayKnow ? read : asStranger(read));
  // Without any rule, nothing is read.
  if (user === undefined) {
    const unchanged = { kind: null, outcome: "met" as const, causes: [], graceEndsAt: null };
    return { user: { ...presentUser(found), ...unchanged } };
  }
  const previewed = previewUser({ user, row: found, rule, group, active, community, now });
  const { kind, change } = previewed;
  const tree = treeOf(previewed, groupId);
  const trace = tree && evaluate(tree, user.evidence, now);
  const isJoining = kind === "join" || kind === "could_join";
  const endsAt = change?.kind === "problem" ? change.problem.graceEndsAt : null;
  return {
    user: {
      ...presentUser(found),
      kind,
      // A membership in another group that follows from its own rule counts already.
      outcome: isJoining ? "met" : (trace?.outcome ?? "met"),
      causes: isJoining || !trace ? [] : presentCauses(causesOf(trace), found, actor, names),
      graceEndsAt: endsAt === null ? null : new Date(endsAt).toISOString(),
    },
  };
}
