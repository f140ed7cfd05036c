import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { FormEvent } from "react";
import { useLocation, useNavigate } from "react-router";
import { messageOf } from "#web/lib/api/api-error.ts";
import { usePassing } from "#web/lib/form/use-passing.ts";
import { paths } from "#web/lib/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { TextField } from "#web/ui/form/field.tsx";
import { redeemCodeMutation } from "./queries.ts";

const MESSAGE_SHOWN_MS = 5000;

/** A code adds the user to its group, whatever its join mode and visibility. */
export function RedeemCard() {
  const navigate = useNavigate();
  const [code, setCode] = useState("");
  const [problem, setProblem] = usePassing<string>(MESSAGE_SHOWN_MS);
  const redeem = useMutation(redeemCodeMutation);
  const fieldRef = useRef<HTMLInputElement>(null);
  const location = useLocation();
  // Focus the field whenever a link to #redeem is followed, also from this page.
  useEffect(() => {
    if (location.hash === paths.redeemHash) fieldRef.current?.focus();
  }, [location]);

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    const typed = code.trim();
    if (redeem.isPending) return;
    if (typed === "") return setProblem("Please enter an invite code");
    setProblem(undefined);
    redeem.mutate(typed, {
      onSuccess: ({ group }) => {
        toast.success(`Successfully joined ${group.name}!`, MESSAGE_SHOWN_MS);
        void navigate(paths.myGroups);
      },
      onError: (error) => setProblem(messageOf(error, "Failed to redeem invite code")),
    });
  }

  return (
    <Card title="Redeem Invite Code">
      <form className="flex flex-wrap items-start gap-3" onSubmit={onSubmit} noValidate>
        <TextField
          ref={fieldRef}
          label="Invite code"
          isLabelHidden
          placeholder="Enter invite code"
          value={code}
          error={problem}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={255}
          className="min-w-36 flex-1 md:max-w-96"
          onChange={(event) => setCode(event.target.value)}
        />
        <Button type="submit" isBusy={redeem.isPending} busyLabel="Redeeming...">
          Redeem Code
        </Button>
      </form>
    </Card>
  );
}
