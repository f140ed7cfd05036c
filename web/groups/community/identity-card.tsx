import { Trans, t } from "#web/language/macros.ts";
import {
  COMMUNITY_NAME_MAX_LENGTH,
  WELCOME_MAX_LENGTH,
  updateCommunitySchema,
} from "#shared/community.ts";
import type { CommunitySettings } from "#shared/community.ts";
import { useForm } from "#web/lib/form/use-form.ts";
import { check } from "#web/lib/form/use-input.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { CharacterCounter } from "#web/ui/form/character-counter.tsx";
import { TextareaField, TextField } from "#web/ui/form/field.tsx";
import { Form, submitOnControlEnter } from "#web/ui/form/form.tsx";
import { LandingPreview } from "./landing-preview.tsx";
import { LogoField } from "./logo-field.tsx";
import { updateCommunityMutation } from "./queries.ts";

/** Name, logo and welcome text, with what visitors will see. */
export function IdentityCard({ settings }: { settings: CommunitySettings }) {
  const { version, logoName } = settings;
  const { input, problems, set, submit, isPending, failure } = useForm({
    initial: {
      name: settings.name ?? "",
      welcome: settings.welcome ?? "",
      logo: settings.logo,
    },
    validate: (typed) => check(updateCommunitySchema, { ...typed, version }),
    mutation: updateCommunityMutation,
    failed: t`Failed to save the community`,
    onDone: () => toast.success(t`Community updated successfully!`),
  });

  return (
    <Card title={t`Name and welcome`}>
      <div className="grid gap-x-8 gap-y-6 lg:grid-cols-2">
        <Form onSubmit={submit} className="grid content-start gap-5">
          <TextField
            anchor="community-name"
            label={t`Name`}
            hint={t`In the navigation, in the titles of pages and on the landing page.`}
            placeholder="Muster"
            autoComplete="off"
            value={input.name}
            error={problems.name}
            aside={<CharacterCounter text={input.name} limit={COMMUNITY_NAME_MAX_LENGTH} />}
            onChange={(event) => set({ name: event.target.value })}
          />
          <LogoField logo={input.logo} logoName={logoName} onChange={(logo) => set({ logo })} />
          <TextareaField
            anchor="community-welcome"
            label={t`Welcome text`}
            hint={t`Visitors read it before they sign in.`}
            rows={5}
            value={input.welcome}
            error={problems.welcome}
            aside={<CharacterCounter text={input.welcome} limit={WELCOME_MAX_LENGTH} />}
            onKeyDown={submitOnControlEnter}
            onChange={(event) => set({ welcome: event.target.value })}
          />
          {failure && <Alert tone="danger">{failure}</Alert>}
          <Button
            type="submit"
            variant="primary"
            className="justify-self-start"
            isBusy={isPending}
            busyLabel={t`Saving...`}
          >
            <Trans>Save changes</Trans>
          </Button>
        </Form>
        <LandingPreview name={input.name} welcome={input.welcome} logo={input.logo} />
      </div>
    </Card>
  );
}
