import { Trans, ph, t } from "#web/language/macros.ts";
import { lazy, Suspense } from "react";
import { useAuthorization } from "#web/lib/api/use-authorization.ts";
import { cx } from "#web/lib/cx.ts";
import { paths } from "#web/lib/paths.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import type { ButtonVariant } from "#web/ui/button.tsx";
import { VisuallyHidden } from "#web/ui/text.tsx";
import { JoinServerButton } from "#web/discord/join-server-button.tsx";
import { authorizeAgain, useCheckAgain } from "./queries.ts";
import type { Repair, RepairOrReason } from "#web/requirements-text/conditions/words.ts";
import type { Cause } from "#shared/requirements/cause.ts";
import {
  characterWords,
  isOnCharacter,
  userWords,
  wordsOf,
} from "#web/requirements-text/condition-text.ts";

const LinkDiscordButton = lazy(() => import("#web/discord/link-discord-button.tsx"));

export function repairOf(cause: Cause): RepairOrReason {
  return cause.reading.unknown === null
    ? wordsOf(cause.condition).repair(cause)
    : repairOfUnknown(cause);
}

function repairOfUnknown({ condition, character, reading }: Cause): RepairOrReason {
  if (!isOnCharacter(condition)) return userWords(condition).whenUnread?.() ?? null;
  if (character === null) return null;
  const { scopes, whenUnread } = characterWords(condition);
  switch (reading.unknown) {
    case "missing_scope":
      return { kind: "authorize", character, isLost: false, scopes };
    case "no_authorization":
      return { kind: "authorize", character, isLost: true, scopes };
    case "no_director":
      return t`An administrator can add a director who can read it.`;
    case "authorization_unknown":
    case "never_read":
    case "too_old":
    case "eve_failed":
      return whenUnread?.() ?? { kind: "check", character };
    case "unconfirmed":
      return { kind: "confirm", character };
    case "source_off":
    case "contradictory":
    case "value_ended":
    case "fleet_unread":
    case "suspended":
    case null:
      return null;
  }
}

/** The first repair of several causes; otherwise the first sentence. One authorization covers what all of them need. */
export function firstRepair(causes: readonly Cause[]): RepairOrReason {
  const repairs = causes.map(repairOf);
  const first = repairs.find((repair) => repair !== null && typeof repair !== "string");
  if (first?.kind !== "authorize")
    return first ?? repairs.find((repair) => repair !== null) ?? null;
  const { characterId } = first.character;
  const scopes = repairs.flatMap((repair) =>
    isAuthorize(repair) && repair.character.characterId === characterId ? repair.scopes : [],
  );
  return { ...first, scopes: [...new Set(scopes)] };
}

function isAuthorize(
  repair: RepairOrReason | undefined,
): repair is Extract<Repair, { kind: "authorize" }> {
  return repair != null && typeof repair !== "string" && repair.kind === "authorize";
}

type RepairButtonProps = {
  /** A list of skills is shown by the page itself. */
  repair: Exclude<Repair, { kind: "skills" }>;
  variant?: ButtonVariant;
  /** The label names the character. */
  isNamed?: boolean;
  describedBy?: string;
};

export function RepairButton({ repair, ...props }: RepairButtonProps) {
  const { variant = "default", describedBy } = props;
  switch (repair.kind) {
    case "authorize":
      return <AuthorizeButton {...props} repair={repair} />;
    case "check":
      return <CheckButton {...props} repair={repair} />;
    case "confirm":
      return (
        <ButtonLink
          size="sm"
          variant={variant}
          to={paths.dashboard}
          aria-describedby={describedBy}
          className="max-md:min-h-11"
        >
          <Trans>Confirm on the dashboard</Trans>
        </ButtonLink>
      );
    case "discord":
      return (
        <Suspense>
          <LinkDiscordButton />
        </Suspense>
      );
    case "server":
      return <JoinServerButton repair={repair} variant={variant} describedBy={describedBy} />;
    case "group":
      return (
        <ButtonLink
          size="sm"
          variant={variant}
          to={paths.group(repair.groupId)}
          aria-describedby={describedBy}
          className="whitespace-normal max-md:min-h-11"
        >
          <span>
            <Trans>
              Open <bdi className="wrap-anywhere">{ph({ groupName: repair.groupName })}</bdi>
            </Trans>
          </span>
        </ButtonLink>
      );
  }
}

type RepairOrGroupProps = {
  repair: RepairOrReason;
  groupId: string;
  /** Of the repair. */
  variant?: ButtonVariant;
  describedBy: string;
  /** Of the link. */
  link?: { variant?: ButtonVariant; className?: string };
};

/** The repair, or the way to the group, whose page shows a list of skills. */
export function RepairOrGroup(props: RepairOrGroupProps) {
  const { repair, groupId, variant = "default", describedBy, link } = props;
  const isRepair = repair !== null && typeof repair !== "string";
  return isRepair && repair.kind !== "skills" ? (
    <RepairButton repair={repair} variant={variant} describedBy={describedBy} />
  ) : (
    <ButtonLink {...link} size="sm" to={paths.group(groupId)} aria-describedby={describedBy}>
      {isRepair ? t`See the skills` : t`Open group`}
    </ButtonLink>
  );
}

type PropsOf<Kind> = Omit<RepairButtonProps, "repair"> & {
  repair: Extract<Repair, { kind: Kind }>;
};

function AuthorizeButton({ repair, variant, isNamed, describedBy }: PropsOf<"authorize">) {
  const { start, isBusy } = useAuthorization(authorizeAgain);
  const { characterName } = repair.character;
  const label = repair.isLost
    ? isNamed
      ? t`Authorize ${characterName} again`
      : t`Authorize again`
    : isNamed
      ? t`Grant access to ${characterName}`
      : t`Grant access`;
  return (
    <Button
      size="sm"
      variant={variant ?? "default"}
      isBusy={isBusy}
      busyLabel={t`Redirecting...`}
      aria-describedby={describedBy}
      className={cx("max-md:min-h-11", isNamed && "whitespace-normal")}
      onClick={() => start(repair)}
    >
      {label}
    </Button>
  );
}

function CheckButton({ repair, variant, describedBy }: PropsOf<"check">) {
  const { check, isBusy } = useCheckAgain();
  return (
    <Button
      size="sm"
      variant={variant ?? "default"}
      isBusy={isBusy}
      busyLabel={t`Checking...`}
      aria-describedby={describedBy}
      className="max-md:min-h-11"
      onClick={() => check([repair.character.characterId])}
    >
      <Trans>
        Check again
        <VisuallyHidden> {ph({ characterName: repair.character.characterName })}</VisuallyHidden>
      </Trans>
    </Button>
  );
}
