import { t, msg } from "#web/language/macros.ts";
import { Mark } from "#web/ui/page.tsx";
import { updateCommunityMutation, versionFor } from "./community-queries.ts";
import {
  COMMUNITY_NAME_MAX_LENGTH,
  WELCOME_MAX_LENGTH,
  updateCommunitySchema,
} from "#shared/community.ts";
import type { CommunitySettings, Logo } from "#shared/community.ts";
import { useForm, check } from "#web/lib/form/use-form.ts";
import { Button } from "#web/ui/button.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import {
  CharacterCounter,
  TextareaField,
  TextField,
  Form,
  submitOnControlEnter,
  SelectField,
} from "#web/ui/form/form.tsx";
import { CommunityLogo } from "#web/eve/brand.tsx";
import type { Message } from "#shared/language/messages.ts";
import type { RuleNames } from "#shared/requirements/cause.ts";
import { useState } from "react";
import { EveList } from "#web/requirements/conditions/fields.tsx";

const inputOf = ({ name, welcome, logo }: CommunitySettings) => ({
  name: name ?? "",
  welcome: welcome ?? "",
  logo,
});

/** Name, logo and welcome text, with what visitors will see. */
export default function IdentityForm({ settings }: { settings: CommunitySettings }) {
  const [read, setRead] = useState(settings);
  const version = versionFor(inputOf, read, settings);
  const { input, problems, set, reset, submit, isPending, failure } = useForm({
    initial: inputOf(settings),
    validate: (typed) => check(updateCommunitySchema, { ...typed, version }),
    mutation: updateCommunityMutation,
    failed: t`Failed to save the community`,
    onDone: (saved) => {
      setRead(saved);
      reset(inputOf(saved));
      toast.success(t`Community updated successfully!`);
    },
  });

  return (
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
        <LogoField
          logo={input.logo}
          logoName={settings.logoName}
          onChange={(logo) => set({ logo })}
        />
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
          {t`Save changes`}
        </Button>
      </Form>
      <LandingPreview name={input.name} welcome={input.welcome} logo={input.logo} />
    </div>
  );
}

type LandingPreviewProps = { name: string; welcome: string; logo: Logo | null };

/** The beginning of the landing page, as it will be. */
function LandingPreview({ name, welcome, logo }: LandingPreviewProps) {
  return (
    <figure className="grid content-start gap-2">
      <figcaption className="text-sm font-medium">{t`Preview of the landing page`}</figcaption>
      <div className="grid gap-4 rounded-card border border-line-faint bg-void p-6">
        {logo ? <CommunityLogo logo={logo} size={96} /> : <Mark size={40} />}
        <p className="font-display text-3xl leading-tight font-bold wrap-anywhere">
          {name.trim() || t`Every pilot accounted for.`}
        </p>
        <p className="whitespace-pre-line wrap-anywhere text-text-2">
          {welcome.trim() || t`Muster’s own introduction`}
        </p>
      </div>
    </figure>
  );
}

type Kind = Logo["kind"] | "none";

const KINDS: { value: Kind; label: Message }[] = [
  { value: "none", label: msg`Muster’s own` },
  { value: "alliance", label: msg`Logo of an alliance` },
  { value: "corporation", label: msg`Logo of a corporation` },
];

type LogoFieldProps = {
  logo: Logo | null;
  logoName: string | null;
  onChange: (logo: Logo | null) => void;
};

/** EVE's image server has the logos, so nothing is uploaded. */
function LogoField({ logo, logoName, onChange }: LogoFieldProps) {
  const [kind, setKind] = useState<Kind>(logo?.kind ?? "none");
  const [eve, setEve] = useState<RuleNames["eve"]>(
    logo && logoName !== null ? { [logo.id]: logoName } : {},
  );
  return (
    <div className="grid gap-3">
      <SelectField
        anchor="community-logo"
        label={t`Logo`}
        value={kind}
        options={KINDS}
        onChange={(event) => {
          const next = KINDS.find(({ value }) => value === event.target.value)?.value ?? "none";
          setKind(next);
          onChange(null);
        }}
      />
      {kind !== "none" && (
        <EveList
          key={kind}
          kind={kind}
          isSingle
          ids={logo ? [logo.id] : []}
          names={{ eve, groups: {}, titles: {}, servers: {}, skills: {}, facts: {} }}
          learn={(names) => setEve({ ...eve, ...names.eve })}
          error={undefined}
          onChange={([id]) => onChange(id === undefined ? null : { kind, id })}
        />
      )}
    </div>
  );
}
