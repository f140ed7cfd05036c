import { Trans, ph, t } from "#web/language/macros.ts";
import type { Group } from "#shared/groups/groups.ts";
import { useCharacterSuggestions } from "#web/eve/character-search.tsx";
import { DaysField } from "#web/groups/ends/days-field.tsx";
import { useForm } from "#web/lib/form/use-form.ts";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { SuggestField } from "#web/ui/form/suggest-field.tsx";
import { inviteMutation } from "./queries.ts";

type Input = { days: number | null | undefined; name: string };

const EMPTY: Input = { days: undefined, name: "" };

export function InviteForm({ group }: { group: Group }) {
  const form = useForm({
    initial: EMPTY,
    validate: ({ days, name }) =>
      name.trim() === ""
        ? { problems: { name: t`Please enter a character name` } }
        : {
            value: {
              groupId: group.id,
              characterName: name.trim(),
              ...(days !== undefined && { membershipDays: days }),
            },
          },
    mutation: inviteMutation,
    failed: t`Failed to send invitation`,
    onDone: ({ inviteeCharacterName }, { characterName }) => {
      form.reset({ name: "" });
      toast.success(
        t`Invitation sent to ${ph({ inviteeCharacterName: inviteeCharacterName ?? characterName })}`,
      );
    },
  });
  const { input, problems, set, submit, isPending, failure } = form;
  const { suggestions, note } = useCharacterSuggestions(input.name.trim());

  return (
    <Form onSubmit={submit} className="flex flex-wrap items-start gap-3">
      <div className="min-w-56 flex-1 md:max-w-96">
        <SuggestField
          label={t`Character name`}
          hint={t`Only main characters can be invited.`}
          value={input.name}
          error={problems.name ?? failure}
          suggestions={suggestions}
          note={problems.name === undefined ? note : undefined}
          onChange={(name) => set({ name })}
        />
      </div>
      <DaysField
        label={t`Membership`}
        value={input.days}
        ofGroup={group.membershipDays}
        className="min-w-56 max-sm:w-full"
        onChange={(days) => set({ days })}
      />
      <Button
        type="submit"
        className="max-sm:w-full sm:mt-12"
        isBusy={isPending}
        busyLabel={t`Sending...`}
      >
        <Trans>Send invitation</Trans>
      </Button>
    </Form>
  );
}
