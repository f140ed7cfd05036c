import { Allowed } from "#worker/access/allowed.ts";
import type { CallerWith } from "#worker/applications/api/caller.ts";
import type { Administrator } from "#worker/auth/sessions/actor.ts";
import { ApiError } from "#worker/http/api-error.ts";

const policy = Symbol("programs");

type Granted = { name: string; isWritable: boolean };

/**
 * An application acts on the groups that were named to it as an administrator does, but on ordinary members alone: `by` is that
 * administrator.
 */
export type ByProgram<Group> = Allowed<typeof policy, "changeMembers", Group, Administrator>;

export function requireWritable<Group extends Granted>(
  { applicationId, info }: CallerWith<"members:write">,
  group: Group | undefined,
): ByProgram<Group> {
  if (group === undefined) throw new ApiError("no_such_group");
  if (!group.isWritable) throw new ApiError("group_read_only");
  return new Allowed(policy, "changeMembers", group, {
    kind: "user",
    userId: applicationId,
    application: info.application.name,
    sessionId: "",
    isAdmin: true,
    isGuest: false,
  });
}
