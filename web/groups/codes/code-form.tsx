import { useState } from "react";
import type { FormEvent } from "react";
import type { Group } from "#shared/groups/groups.ts";
import { MAX_CODE_USES } from "#shared/groups/invitations.ts";
import { DaysField } from "#web/groups/ends/days-field.tsx";
import { useAction } from "#web/lib/form/use-action.ts";
import { Button } from "#web/ui/button.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { SelectField, TextField } from "#web/ui/form/field.tsx";
import { createCodeMutation } from "./queries.ts";

const NEVER = "never";
const TERMS = [
  { value: "1", label: "1 day" },
  { value: "7", label: "7 days" },
  { value: "14", label: "14 days" },
  { value: "30", label: "30 days" },
  { value: NEVER, label: "Never" },
];
const USUAL_TERM = "7";

export function CodeForm({ group }: { group: Group }) {
  const [days, setDays] = useState<number | null | undefined>();
  const [limit, setLimit] = useState("");
  const [term, setTerm] = useState(USUAL_TERM);
  const [isTried, setIsTried] = useState(false);
  const create = useAction(createCodeMutation, "Failed to create the invite code");
  const useLimit = readLimit(limit);

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    setIsTried(true);
    if (useLimit === undefined) return;
    const expiresInDays = term === NEVER ? null : Number(term);
    void create.act(
      {
        groupId: group.id,
        useLimit,
        expiresInDays,
        ...(days !== undefined && { membershipDays: days }),
      },
      {
        onSuccess: () => {
          toast.success("Invite code created");
          setLimit("");
          setIsTried(false);
        },
      },
    );
  }

  return (
    <form
      noValidate
      onSubmit={onSubmit}
      className="grid grid-cols-2 items-end gap-3 border-b border-line-faint p-4 md:grid-cols-[11rem_9rem_14rem_auto] md:justify-start"
    >
      <TextField
        label="Use limit"
        inputMode="numeric"
        autoComplete="off"
        placeholder="Unlimited"
        value={limit}
        error={
          isTried && useLimit === undefined
            ? `Use limit must be a whole number from 1 to ${MAX_CODE_USES}`
            : undefined
        }
        className="self-start"
        onChange={(event) => setLimit(event.target.value)}
      />
      <SelectField
        label="Expires after"
        value={term}
        options={TERMS}
        className="self-start"
        onChange={(event) => setTerm(event.target.value)}
      />
      <DaysField
        label="Membership"
        value={days}
        ofGroup={group.membershipDays}
        className="self-start max-md:col-span-2"
        onChange={setDays}
      />
      <Button
        type="submit"
        className="self-start max-md:col-span-2 md:mt-6.5"
        isBusy={create.isPending}
        busyLabel="Creating..."
      >
        Create Code
      </Button>
      {create.failure !== undefined && (
        <div className="col-span-full">
          <Alert tone="danger">{create.failure}</Alert>
        </div>
      )}
    </form>
  );
}

/** null: no limit (empty field); undefined: not a valid limit. */
export function readLimit(typed: string): number | null | undefined {
  const text = typed.trim();
  if (text === "") return null;
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  return limit >= 1 && limit <= MAX_CODE_USES ? limit : undefined;
}
