import { useMutation } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { messageOf } from "#web/lib/api/api-error.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import { joinGroupMutation } from "./queries.ts";

/** Why a group could not be joined, by its id. */
export type JoinFailures = Record<string, string | undefined>;

/** Joins open groups, several in parallel. Failures are kept by group, to be shown beside its button. */
export function useJoin() {
  const { mutateAsync } = useMutation(joinGroupMutation);
  const [failures, setFailures] = useState<JoinFailures>({});

  const join = useCallback(
    async ({ id, name }: { id: string; name: string }) => {
      setFailures((others) => (others[id] === undefined ? others : { ...others, [id]: undefined }));
      try {
        await mutateAsync(id);
        toast.success(`Successfully joined ${name}!`);
      } catch (error) {
        const message = messageOf(error, "Muster could not be reached. Please try again.");
        setFailures((others) => ({ ...others, [id]: `Failed to join: ${message}` }));
      }
    },
    [mutateAsync],
  );
  return { join, failures };
}
