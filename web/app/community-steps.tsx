import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { COMMUNITY_NAME_MAX_LENGTH, updateCommunitySchema } from "#shared/community.ts";
import type { CommunitySettings } from "#shared/community.ts";
import type { OverviewCharacter } from "#shared/characters.ts";
import type { Overview } from "#shared/overview.ts";
import { ph, t, Trans } from "#web/language/macros.ts";
import {
  AddOwnCorporation,
  OwnCorporationBox,
  useOwnCorporation,
} from "#web/corporations/own-corporation.tsx";
import { StepItem, StepsCard } from "#web/dashboard/steps-card.tsx";
import type { StepItemProps } from "#web/dashboard/steps-card.tsx";
import { GrantButton } from "#web/eve/grant-button.tsx";
import { categoriesQuery } from "#web/memberships/queries.ts";
import { createCodeMutation } from "#web/groups/invitations/queries.ts";
import { communityQuery, updateCommunityMutation } from "#web/groups/community-queries.ts";
import {
  EMPTY_INPUT,
  firstCategoryName,
  NewCategoryField,
} from "#web/groups/group/group-fields.tsx";
import { createGroupMutation, useGroupForm } from "#web/groups/group/use-group-form.ts";
import { overviewQuery } from "#web/lib/api/queries.ts";
import { useSession } from "#web/lib/api/session.ts";
import { useAction } from "#web/lib/form/use-action.ts";
import { check, useForm } from "#web/lib/form/use-form.ts";
import { paths } from "#web/lib/paths.ts";
import { firstStepsOf, useDismissed } from "#web/overview/decisions.ts";
import type { FirstStep } from "#web/overview/decisions.ts";
import { adminOverviewQuery } from "#web/overview/queries.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { CopyButton } from "#web/ui/feedback/copy-button.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { Form, TextField } from "#web/ui/form/form.tsx";
import { Icon } from "#web/ui/icon.tsx";

const LINK_DAYS = 14;
const LOOK_MS = 5000;
const MOST_LOOKS = 12;

type StepProps = { overview: Overview; place: Pick<StepItemProps, "number" | "isDone" | "isNext"> };

const STEPS: Record<FirstStep, (props: StepProps) => ReactNode> = {
  name: NameStep,
  corporation: CorporationStep,
  group: GroupStep,
  discord: DiscordStep,
  invite: InviteStep,
};

/** What makes a new community useful: five steps in any order, each of which is saved by itself. */
export default function CommunitySteps({ overview }: { overview: Overview }) {
  const { dismiss } = useDismissed();
  const isDone = firstStepsOf(overview);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the record above
  const steps = Object.keys(isDone) as FirstStep[];
  const next = steps.find((step) => !isDone[step]);
  return (
    <StepsCard
      title={t`Five steps to open the doors`}
      done={steps.filter((step) => isDone[step]).length}
      of={steps.length}
      onHide={() => dismiss("first_steps")}
    >
      {steps.map((step, index) => {
        const Step = STEPS[step];
        const place = { number: index + 1, isDone: isDone[step], isNext: step === next };
        return <Step key={step} overview={overview} place={place} />;
      })}
    </StepsCard>
  );
}

function NameStep({ place }: StepProps) {
  const { user } = useSession();
  const settings = useQuery(communityQuery).data;
  const characters = useQuery(overviewQuery);
  const main = characters.data?.characters.find(({ isMain }) => isMain);
  const step = {
    ...place,
    title: place.isDone
      ? t`The community is called ${ph({ community: settings?.name ?? "" })}`
      : t`Name your community`,
    text: t`People see the name before they sign in.`,
    unlocks: t`an invitation that says who invites`,
  };
  if (place.isDone || !user || !settings || characters.isPending) {
    return <StepItem {...step} action={null} />;
  }
  return <OpenNameStep {...{ step, settings, main }} />;
}

type OpenNameStepProps = {
  step: Omit<StepItemProps, "action">;
  settings: CommunitySettings;
  main: OverviewCharacter | undefined;
};

function OpenNameStep({ step, settings, main }: OpenNameStepProps) {
  const formId = useId();
  const suggestion = suggestionFor(main);
  const { input, problems, set, submit, isPending, failure } = useForm({
    initial: { name: suggestion?.name ?? "" },
    validate: ({ name }) => {
      if (name.trim() === "") return { problems: { name: t`Please enter a name` } };
      const { version, welcome } = settings;
      const logo = settings.logo ?? (name === suggestion?.name ? suggestion.logo : null);
      return check(updateCommunitySchema, { name, welcome, logo, version });
    },
    mutation: updateCommunityMutation,
    failed: t`Failed to save the community`,
    onDone: () => toast.success(t`Community updated successfully!`),
  });
  return (
    <StepItem
      {...step}
      fields={
        <Form id={formId} onSubmit={submit} className="max-w-80">
          <TextField
            label={t`Name`}
            hint={suggestion && t`From EVE. Keep it, or type another.`}
            autoComplete="off"
            maxLength={COMMUNITY_NAME_MAX_LENGTH}
            value={input.name}
            error={problems.name}
            onChange={(event) => set({ name: event.target.value })}
          />
          {failure !== undefined && <Alert tone="danger">{failure}</Alert>}
        </Form>
      }
      action={
        <Button
          type="submit"
          form={formId}
          variant={step.isNext ? "primary" : "default"}
          isBusy={isPending}
          busyLabel={t`Saving...`}
        >
          {t`Save name`}
        </Button>
      }
    />
  );
}

/** The alliance of the pilot, else the corporation, with its logo. */
function suggestionFor(main: OverviewCharacter | undefined) {
  const { allianceId, allianceName, corporationId, corporationName } = main ?? {};
  const found =
    allianceId != null && allianceName != null
      ? { name: allianceName, logo: { kind: "alliance" as const, id: allianceId } }
      : corporationId != null && corporationName != null
        ? { name: corporationName, logo: { kind: "corporation" as const, id: corporationId } }
        : undefined;
  return found && found.name.length <= COMMUNITY_NAME_MAX_LENGTH ? found : undefined;
}

function CorporationStep({ overview, place }: StepProps) {
  const { main } = useSession();
  const own = useOwnCorporation();
  const added = overview.corporations.find(({ isActive }) => isActive);
  const isChecked = added !== undefined && !place.isDone && main?.hasDirectorAccess === true;
  // EVE is asked about a new director after the answer that this page was loaded with.
  useQuery({
    ...adminOverviewQuery,
    enabled: isChecked,
    refetchInterval: ({ state }) => state.dataUpdateCount < MOST_LOOKS && LOOK_MS,
  });
  const step = { ...place, unlocks: t`who is in, who is missing, and groups that follow EVE` };
  if (added !== undefined) {
    return (
      <StepItem
        {...step}
        title={
          place.isDone ? (
            <Trans>
              <bdi>{ph({ corporation: added.name })}</bdi> is added, with a director
            </Trans>
          ) : (
            <Trans>
              <bdi>{ph({ corporation: added.name })}</bdi> is added and needs a director
            </Trans>
          )
        }
        text={t`Muster reads the members once a director of it grants access at EVE.`}
        action={
          main && !main.hasDirectorAccess && main.isInManagedCorporation ? (
            <GrantButton character={main} variant={place.isNext ? "primary" : "default"} />
          ) : (
            <ButtonLink to={paths.adminCorporation(added.corporationId)}>
              {t`Open the corporation`}
            </ButtonLink>
          )
        }
      />
    );
  }
  return (
    <StepItem
      {...step}
      title={t`Add your corporation and its director`}
      text={
        own ? (
          <Link to={paths.adminCorporations} className="link">
            {t`Add another corporation`}
          </Link>
        ) : (
          t`EVE finds it by its name.`
        )
      }
      fields={own && <OwnCorporationBox own={own} />}
      action={
        own ? (
          <AddOwnCorporation own={own} />
        ) : (
          <ButtonLink to={paths.adminCorporations}>{t`Add a corporation`}</ButtonLink>
        )
      }
    />
  );
}

function GroupStep({ overview, place }: StepProps) {
  const categories = useQuery(categoriesQuery).data;
  const { group } = overview.begun;
  const step = { ...place, unlocks: t`requests, approvals and roles on Discord` };
  if (group === null && categories?.length === 0) return <OpenGroupStep step={step} />;
  return (
    <StepItem
      {...step}
      title={
        group === null ? (
          t`Create your first group`
        ) : (
          <Trans>
            The first group is <bdi>{ph({ groupName: group.name })}</bdi>
          </Trans>
        )
      }
      text={t`Pilots ask to join, and you approve. You can change that later.`}
      action={<ButtonLink to={paths.createGroup}>{t`Create Group`}</ButtonLink>}
    />
  );
}

type OpenGroupStepProps = { step: Omit<StepItemProps, "action" | "title" | "text"> };

function OpenGroupStep({ step }: OpenGroupStepProps) {
  const formId = useId();
  const { form } = useGroupForm({
    initial: {
      ...EMPTY_INPUT,
      name: t({ context: "name of a group", message: "Members" }),
      newCategory: firstCategoryName(),
      joinMode: "approval",
    },
    toRequest: (group) => group,
    mutation: createGroupMutation,
    failed: t`Failed to create group`,
    onDone: () => toast.success(t`Group created successfully!`),
  });
  const { input, problems, set, failure } = form;
  return (
    <StepItem
      {...step}
      title={t`Create your first group`}
      text={t`Pilots ask to join, and you approve. You can change that later.`}
      fields={
        <Form
          id={formId}
          onSubmit={() => form.submit()}
          className="grid max-w-160 items-start gap-3 sm:grid-cols-2"
        >
          <TextField
            label={t`Name`}
            required
            dir="auto"
            autoComplete="off"
            hint={t`You own the group.`}
            value={input.name}
            error={problems.name}
            onChange={(event) => set({ name: event.target.value })}
          />
          <NewCategoryField input={input} problems={problems} onChange={set} />
          {failure !== undefined && <Alert tone="danger">{failure}</Alert>}
        </Form>
      }
      action={
        <Button
          type="submit"
          form={formId}
          variant={step.isNext ? "primary" : "default"}
          isBusy={form.isPending}
          busyLabel={t`Creating...`}
        >
          {t`Create Group`}
        </Button>
      }
    />
  );
}

function DiscordStep({ overview, place }: StepProps) {
  const [server] = overview.servers;
  return (
    <StepItem
      {...place}
      title={
        server ? (
          <Trans>
            <bdi>{ph({ server: server.name })}</bdi> is connected
          </Trans>
        ) : (
          t`Connect Discord`
        )
      }
      text={
        overview.hasBot
          ? t`Muster joins your server and changes nothing until you switch it on.`
          : t`This Muster has no Discord bot yet. The person who deploys it can add one.`
      }
      unlocks={t`a role on Discord for every group, given and taken by itself`}
      action={
        <ButtonLink
          to={paths.adminDiscord}
          icon={<Icon name="chat" />}
          variant={place.isNext ? "primary" : "default"}
        >
          {t`Connect Discord`}
        </ButtonLink>
      }
    />
  );
}

function InviteStep({ overview, place }: StepProps) {
  const [link, setLink] = useState<string>();
  const { act, isPending, failure } = useAction(
    createCodeMutation,
    t`Failed to create the invite code`,
  );
  const { group } = overview.begun;
  const make = async (groupId: string) =>
    act(
      { groupId, useLimit: null, expiresInDays: LINK_DAYS },
      { onSuccess: ({ code }) => setLink(location.origin + paths.invite(code ?? "")) },
    );
  const shown = link ?? (group === null ? location.origin : undefined);
  return (
    <StepItem
      {...place}
      title={place.isDone ? t`The others are invited` : t`Invite the others`}
      text={
        group === null ? (
          t`Everybody signs in at this address. With a group, a link that leads into it is made here.`
        ) : (
          <Trans>
            One link for everybody, valid for {ph({ days: LINK_DAYS })} days. It leads into{" "}
            <bdi>{ph({ groupName: group.name })}</bdi>.
          </Trans>
        )
      }
      unlocks={t`everybody else`}
      fields={
        (shown !== undefined || failure !== undefined) && (
          <>
            {shown !== undefined && (
              <code className="text-sm wrap-anywhere text-text-1 select-all">{shown}</code>
            )}
            {failure !== undefined && <Alert tone="danger">{failure}</Alert>}
          </>
        )
      }
      action={
        shown !== undefined ? (
          <CopyButton text={shown} what={t`the link`}>
            {t`Copy link`}
          </CopyButton>
        ) : (
          group && (
            <Button
              icon={<Icon name="plus" />}
              variant={place.isNext ? "primary" : "default"}
              isBusy={isPending}
              busyLabel={t`Creating...`}
              onClick={() => void make(group.groupId)}
            >
              {t`Make an invite link`}
            </Button>
          )
        )
      }
    />
  );
}
