import type {
  CommunitySettings,
  MembersPreview,
  UpdateCommunity,
  UpdateMembers,
} from "#shared/community.ts";
import { changesBetween } from "#worker/audit/record.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { run, runBatch } from "#worker/db/batch.ts";
import { withOptimisticLock } from "#worker/db/optimistic-lock.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { requestEvaluation } from "#worker/enrolment/passes/evaluation.ts";
import { requireWayIn } from "#worker/requirements/way-in.ts";
import * as store from "./store.ts";

export async function getSettings({ db }: Context): Promise<CommunitySettings> {
  const [row] = await run(db, store.selectSettings());
  return present(requireRow(row));
}

export async function updateSettings(
  context: Context,
  actor: UserActor,
  input: UpdateCommunity,
): Promise<CommunitySettings> {
  const { logo } = input;
  const read = async () => {
    const [[row], named] = await runBatch(context.db, [
      store.selectSettings(),
      store.selectNameOf(logo?.id ?? 0),
    ]);
    const before = requireVersion(requireRow(row), input.version);
    const after = { ...input, logoName: logo && (named[0]?.name ?? String(logo.id)) };
    return { before, changes: changesBetween(before, after, ["name", "welcome", "logoName"]) };
  };
  const saved = await withOptimisticLock(read, async ({ before, changes }) =>
    changes === undefined ? before : store.updateSettings(context, actor, input, changes),
  );
  return present(saved);
}

/** What choosing a group would do now: who would be a guest, and which memberships would end. */
export async function previewMembers({ db }: Context, groupId: string): Promise<MembersPreview> {
  const found = await run(db, store.selectMembersPreview({ groupId }));
  const [chosen] = found;
  if (chosen === undefined) throw new ApiError("no_such_group");
  const endings = found.flatMap(({ groupId, groupName, count }) =>
    groupId === null || groupName === null || count === null ? [] : [{ groupId, groupName, count }],
  );
  return { users: chosen.users, members: chosen.members, endings };
}

/** Chooses the group whose members belong to the community. Everybody is evaluated again. */
export async function updateMembers(
  context: Context,
  actor: UserActor,
  input: UpdateMembers,
): Promise<CommunitySettings> {
  const { groupId, graceDays, version } = input;
  const read = async () => {
    const [[row], [chosen]] = await runBatch(context.db, [
      store.selectSettings(),
      store.selectChosen({ groupId: groupId ?? "" }),
    ]);
    const before = requireVersion(requireRow(row), version);
    if (groupId !== null && chosen === undefined) {
      throw new ApiError("chosen_group_gone", {}, { field: "groupId" });
    }
    if (groupId !== null) await requireWayIn(context, groupId);
    return {
      before,
      changes: changesBetween(
        { memberGroup: before.memberGroupName, graceDays: String(before.graceDays) },
        { memberGroup: chosen?.groupName ?? null, graceDays: String(graceDays) },
        ["memberGroup", "graceDays"],
      ),
    };
  };
  const saved = await withOptimisticLock(read, async ({ before, changes }) =>
    changes === undefined && before.memberGroupId === groupId
      ? before
      : store.updateMembers(context, actor, input, changes ?? {}),
  );
  await requestEvaluation(context);
  return present(saved);
}

function requireRow(row: store.SettingsRow | undefined): store.SettingsRow {
  if (row === undefined) throw new Error("The row of the community is missing.");
  return row;
}

function requireVersion(row: store.SettingsRow, version: number): store.SettingsRow {
  if (row.version === version) return row;
  throw new ApiError("community_changed");
}

function present({ memberGroupId, memberGroupName, ...row }: store.SettingsRow): CommunitySettings {
  const groupId = memberGroupId;
  const isChosen = groupId !== null && memberGroupName !== null;
  return { ...row, members: isChosen ? { groupId, groupName: memberGroupName } : null };
}
