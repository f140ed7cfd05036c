import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "#web/lib/api/api.ts";
import { forgetPerson } from "#web/lib/api/left-behind.ts";
import { endSession } from "#web/lib/api/session.ts";
import { keepRequest } from "./kept-request.ts";

/** Signs out, and stays: the page then offers the login, and goes on with the same request. */
export function OtherAccount({ children }: { children: string }) {
  const client = useQueryClient();
  const logout = useMutation({
    mutationFn: () => api.auth.logout.$post(),
    onSettled: () => {
      endSession(client);
      const request = keepRequest("");
      forgetPerson();
      keepRequest(request);
    },
  });
  return (
    <button
      type="button"
      className="link max-md:min-h-11"
      aria-disabled={logout.isPending || undefined}
      onClick={() => logout.isPending || logout.mutate()}
    >
      {children}
    </button>
  );
}
