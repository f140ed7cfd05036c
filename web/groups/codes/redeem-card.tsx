import { Trans, ph, t } from "#web/language/macros.ts";
import { useEffect, useEffectEvent, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { useForm } from "#web/lib/form/use-form.ts";
import { paths } from "#web/lib/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { TextField } from "#web/ui/form/field.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { redeemCodeMutation } from "./queries.ts";

const MESSAGE_SHOWN_MS = 5000;

/** A code adds the user to its group, whatever its join mode and visibility. */
export function RedeemCard() {
  const navigate = useNavigate();
  const { input, problems, set, reset, submit, isPending, failure } = useForm({
    initial: { code: "" },
    validate: ({ code }) =>
      code.trim() === ""
        ? { problems: { code: t`Please enter an invite code` } }
        : { value: code.trim() },
    mutation: redeemCodeMutation,
    failed: t`Failed to redeem invite code`,
    onDone: ({ group }) => {
      toast.success(t`Successfully joined ${ph({ groupName: group.name })}!`, MESSAGE_SHOWN_MS);
      void navigate(paths.myGroups);
    },
  });
  const fieldRef = useRef<HTMLInputElement>(null);
  const location = useLocation();
  // Focus the field whenever a link to #redeem is followed, also from this page.
  useEffect(() => {
    if (location.hash === paths.redeemHash) fieldRef.current?.focus();
  }, [location]);

  const hideProblem = useEffectEvent(() => reset({}));
  useEffect(() => {
    if (problems.code === undefined) return;
    const timer = setTimeout(hideProblem, MESSAGE_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [problems.code]);

  return (
    <Card title={t`Redeem Invite Code`}>
      <Form className="flex flex-wrap items-start gap-3" onSubmit={submit}>
        <TextField
          ref={fieldRef}
          label={t`Invite code`}
          isLabelHidden
          placeholder={t`Enter invite code`}
          value={input.code}
          error={problems.code ?? failure}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={255}
          className="min-w-36 flex-1 md:max-w-96"
          onChange={(event) => set({ code: event.target.value })}
        />
        <Button type="submit" isBusy={isPending} busyLabel={t`Redeeming...`}>
          <Trans>Redeem Code</Trans>
        </Button>
      </Form>
    </Card>
  );
}
