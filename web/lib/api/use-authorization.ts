import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Authorization } from "#shared/session.ts";
import { usePassingError } from "#web/lib/form/use-passing.ts";
import { logFailure } from "./api-error.ts";

/** Redirects to EVE. Busy until the page is left; after a failure, which is logged, idle again. */
export function useAuthorization<Input = void>(start: (input: Input) => Promise<Authorization>) {
  const { mutate, reset, isPending, isSuccess, error, variables } = useMutation({
    mutationFn: start,
    onSuccess: ({ authorizationUrl }) => location.assign(authorizationUrl),
    onError: (error) => logFailure("The sign-in at EVE could not be started.", error),
  });
  usePassingError({ error, reset });
  // The back button may restore this page from the back/forward cache in its busy state.
  useEffect(() => {
    const onPageShow = (event: PageTransitionEvent) => event.persisted && reset();
    addEventListener("pageshow", onPageShow);
    return () => removeEventListener("pageshow", onPageShow);
  }, [reset]);
  const isBusy = isPending || isSuccess;
  return { start: mutate, isBusy, error, busyWith: isBusy ? variables : undefined };
}
