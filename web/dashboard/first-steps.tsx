import { Trans, ph, t } from "#web/language/macros.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import type { OverviewCharacter } from "#shared/characters.ts";
import type { User } from "#shared/session.ts";
import { describeScopes } from "#web/eve/scopes.ts";
import { useSession } from "#web/lib/api/session.ts";
import { useAuthorization } from "#web/lib/api/use-authorization.ts";
import { readStored, writeStored } from "#web/lib/storage.ts";
import { myGroupsQuery } from "#web/memberships/queries.ts";
import { itemsOf, totalOf } from "#web/lib/api/pages.ts";
import { compareCodes } from "#web/lib/compare.ts";
import { paths } from "#web/lib/paths.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { startLink } from "./queries.ts";
import { StepItem, StepsCard } from "./steps-card.tsx";
import type { StepItemProps } from "./steps-card.tsx";

const LinkDiscordButton = lazy(() => import("#web/discord/link-discord-button.tsx"));

const RolesToCome = lazy(() => import("#web/groups/roles-to-come.tsx"));

const STORAGE_KEY = "muster.first-steps";

type FirstStepsProps = {
  user: User;
  /** The main as the dashboard shows it; undefined where it could not be loaded. */
  overview: OverviewCharacter | undefined;
};

type Step = { id: string } & Pick<StepItemProps, "title" | "text" | "isDone" | "action">;

/** What a player with one character or without a group does first, until all of it is done or the player hides it. */
export function FirstSteps(props: FirstStepsProps) {
  const [isHidden, setIsHidden] = useState(() => readStored("local", STORAGE_KEY) === "hidden");
  const groups = useInfiniteQuery(myGroupsQuery).data;
  const hasGroup = groups && totalOf(groups) !== 0;
  const newest =
    groups && itemsOf(groups).toSorted((a, b) => compareCodes(b.joinedAt, a.joinedAt))[0];
  const steps = useSteps(props, hasGroup === true, newest?.groupId);
  const done = steps.filter(({ isDone }) => isDone).length;
  const isNew = props.user.characters.length === 1 || hasGroup === false;
  if (isHidden || !isNew || done === steps.length || hasGroup === undefined) return null;
  const next = steps.find(({ isDone }) => !isDone);
  return (
    <StepsCard
      title={t`First steps`}
      done={done}
      of={steps.length}
      onHide={() => {
        writeStored("local", STORAGE_KEY, "hidden");
        setIsHidden(true);
      }}
    >
      {steps.map(({ id, ...step }, index) => (
        <StepItem key={id} number={index + 1} {...step} isNext={id === next?.id} />
      ))}
    </StepsCard>
  );
}

function useSteps(
  { user, overview }: FirstStepsProps,
  hasGroup: boolean,
  newestGroupId: string | undefined,
): Step[] {
  const { start, isBusy } = useAuthorization(() => startLink());
  const { main } = useSession();
  const missing = overview?.missingScopes ?? [];
  return [
    {
      id: "main",
      title: (
        <Trans>
          Main character: <bdi>{ph({ characterName: main?.characterName })}</bdi>
        </Trans>
      ),
      text: t`Groups know you by this name.`,
      isDone: true,
      action: null,
    },
    {
      id: "group",
      title: t`Join a group`,
      text: t`Some are open, some ask first. Invitations are under Invitations.`,
      isDone: hasGroup,
      action: (
        <ButtonLink to={`${paths.groups}?joinable=true`}>{t`Groups that you can join`}</ButtonLink>
      ),
    },
    ...(user.canLinkDiscord
      ? [
          {
            id: "discord",
            title: t`Link your Discord account`,
            text: (
              <>
                <Trans>
                  Muster stores your Discord names and id, and nothing else of your profile.
                </Trans>
                <Suspense>{newestGroupId && <RolesToCome groupId={newestGroupId} />}</Suspense>
              </>
            ),
            isDone: user.discord !== undefined,
            action: (
              <Suspense>
                <LinkDiscordButton />
              </Suspense>
            ),
          },
        ]
      : []),
    {
      id: "alts",
      title: t`Link your alts`,
      text: t`All skill queues and wallets in one place. A group may ask for the skills of an alt.`,
      isDone: user.characters.length > 1,
      action: (
        <Button
          icon={<Icon name="plus" />}
          isBusy={isBusy}
          busyLabel={t`Redirecting...`}
          onClick={() => start()}
        >
          {t`Link an alt`}
        </Button>
      ),
    },
    {
      id: "sheet",
      title: t`See your character sheet`,
      text:
        missing.length > 0
          ? t`Muster cannot read your ${ph({ missing: describeScopes(missing) })} yet.`
          : t`Skills, wallet, assets and location. Only you see what is private.`,
      isDone: overview?.lastUpdated != null && missing.length === 0,
      action: (
        <ButtonLink to={paths.character(user.mainCharacterId)}>{t`Open the sheet`}</ButtonLink>
      ),
    },
  ];
}
