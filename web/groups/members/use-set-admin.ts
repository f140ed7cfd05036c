import { useMutation } from "@tanstack/react-query";
import { useCallback } from "react";
import type { GroupMember } from "#shared/groups/groups.ts";
import { messageOf } from "#web/lib/api/api-error.ts";
import { useFailure } from "#web/lib/form/use-failures.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import { setAdminMutation } from "./queries.ts";

/** Makes members admins and back, without a confirmation: the same button reverts it. */
export function useSetAdmin(groupId: string) {
  const { mutateAsync } = useMutation(setAdminMutation);
  const [failure, setFailure] = useFailure();

  const setAdmin = useCallback(
    async ({ userId }: GroupMember, isAdmin: boolean) => {
      setFailure(undefined);
      try {
        await mutateAsync({ groupId, userId, isAdmin });
        toast.success(
          isAdmin ? "User promoted to admin successfully!" : "Admin role removed successfully!",
        );
      } catch (error) {
        setFailure(messageOf(error, "Failed to update admin status"));
      }
    },
    [groupId, mutateAsync, setFailure],
  );
  return { setAdmin, failure };
}
