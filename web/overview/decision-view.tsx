import { Plural, Trans, msg, ph, plural, t } from "#web/language/macros.ts";
import { sentenceGap } from "#web/lib/sentence.ts";
import { say } from "#web/language/messages.ts";
import type { Message } from "#shared/language/messages.ts";
import type { ReactNode } from "react";
import { LONG_WAIT_DAYS } from "#shared/overview.ts";
import type { ServerHalt } from "#shared/discord/servers.ts";
import { formatInteger } from "#web/lib/format.ts";
import { paths } from "#web/lib/paths.ts";
import type { IconName } from "#web/ui/icon.tsx";
import type { OpenDecision } from "./decisions.ts";
import { DaysLeft, EveMoment, RelativeTime } from "#web/ui/time.tsx";

type DecisionView = {
  icon: IconName;
  tone: "danger" | "warn" | "signal" | "none";
  text: ReactNode;
  to: string;
  action: string;
  /** About the set-up: it may be dismissed, and a failure may not. */
  isHint?: true;
};

const HALTS: Record<ServerHalt, Message> = {
  limited: msg`Discord limits Muster’s requests. Roles follow when it answers again.`,
  unavailable: msg`Discord does not answer. Roles follow when it does.`,
  banned: msg`Discord’s firewall refuses Muster. No role is lost.`,
  unauthorized: msg`Discord does not accept the bot token. No role is lost.`,
  no_access: msg`The bot is not on the server. No role is lost.`,
  two_factor: msg`The server asks for two-factor authentication. No role is lost.`,
};

/** The sentence and the action of a decision. */
export function viewOf(decision: OpenDecision): DecisionView {
  switch (decision.kind) {
    case "no_usable_director":
      return {
        icon: "tower",
        tone: "danger",
        text: (
          <Trans>
            <bdi>{ph({ corporation: decision.name })}</bdi>: no usable director
          </Trans>
        ),
        to: paths.adminCorporation(decision.corporationId),
        action: t`Repair`,
      };
    case "server_halted":
      return {
        icon: "chat",
        tone: "danger",
        text: (
          <Trans>
            <bdi>{ph({ server: decision.name })}</bdi>: roles do not follow
          </Trans>
        ),
        to: paths.adminDiscordServer(decision.serverId),
        action: t`Repair`,
      };
    case "application_silent":
      return {
        icon: "apps",
        tone: "danger",
        text: decision.isOn ? (
          <Trans>
            <bdi>{ph({ application: decision.name })}</bdi> sends no new facts
          </Trans>
        ) : (
          <Trans>
            <bdi>{ph({ application: decision.name })}</bdi> is switched off
          </Trans>
        ),
        to: paths.adminApplication(decision.applicationId),
        action: t`Repair`,
      };
    case "watch_hit":
      return {
        icon: "eye",
        tone: "warn",
        text: (
          <Trans>
            <bdi>{ph({ character: decision.character })}</bdi> matches{" "}
            <bdi>{ph({ entry: decision.name })}</bdi> on the watchlist
          </Trans>
        ),
        to: `${paths.adminWatchlist}?show=new`,
        action: t({ context: "button", message: "Look" }),
      };
    case "removals_held":
      return {
        icon: "held",
        tone: "warn",
        text: (
          <Trans>
            <Plural
              value={{ removalCount: decision.count }}
              one={`# of ${ph({ memberCount: formatInteger(decision.of) })} members would lose`}
              other={`# of ${ph({ memberCount: formatInteger(decision.of) })} members would lose`}
            />{" "}
            <bdi>{ph({ groupName: decision.name })}</bdi>
          </Trans>
        ),
        to: paths.adminHeldChange(decision.heldId),
        action: t`Release or discard`,
      };
    case "roles_held":
      return {
        icon: "held",
        tone: "warn",
        text: (
          <Trans>
            <Plural value={{ count: decision.count }} one="# person" other="# people" /> would lose
            roles on <bdi>{ph({ server: decision.name })}</bdi>
          </Trans>
        ),
        to: paths.adminDiscordServer(decision.serverId),
        action: t`Release or discard`,
      };
    case "roles_drifted":
      return {
        icon: "chat",
        tone: "warn",
        text: (
          <Trans>
            <Plural value={{ count: decision.count }} one="# role was" other="# roles were" />{" "}
            changed by hand on <bdi>{ph({ server: decision.name })}</bdi>
          </Trans>
        ),
        to: `${paths.adminDiscordServer(decision.serverId)}#server-drift`,
        action: t({ context: "button", message: "Look" }),
      };
    case "in_game_drift":
      return {
        icon: "shield",
        tone: "warn",
        text: (
          <Trans>
            <bdi>{ph({ corporation: decision.name })}</bdi>:{" "}
            <Plural value={{ count: decision.count }} one="# member has" other="# members have" />{" "}
            high-risk roles in game and no working account here
          </Trans>
        ),
        to: `${paths.adminCorporation(decision.corporationId)}?tab=members#roster-drift`,
        action: t({ context: "button", message: "Look" }),
      };
    case "requests_wait":
      return {
        icon: "mail",
        tone: "warn",
        text: plural(
          { count: decision.count },
          {
            one: `# request waits longer than ${LONG_WAIT_DAYS} days`,
            other: `# requests wait longer than ${LONG_WAIT_DAYS} days`,
          },
        ),
        to: `${paths.group(decision.groupId)}?tab=requests`,
        action: t`Answer`,
      };
    case "review_ends":
      return {
        icon: "clipboard",
        tone: "signal",
        text: (
          <Trans>
            Review of <bdi>{ph({ groupName: decision.name })}</bdi> ends{" "}
            <DaysLeft until={decision.ends} />
          </Trans>
        ),
        to: paths.groupReview(decision.groupId),
        action: t`Continue review`,
      };
    case "first_steps":
      return {
        icon: "flag",
        tone: "signal",
        text: t`First steps of the community`,
        to: paths.adminOverview,
        action: t`Open the overview`,
        isHint: true,
      };
    case "no_corporation":
      return {
        icon: "tower",
        tone: "signal",
        text: t`No corporation is added`,
        to: paths.adminCorporations,
        action: t`Add a corporation`,
        isHint: true,
      };
    case "one_director":
      return {
        icon: "tower",
        tone: "warn",
        text: (
          <Trans>
            <bdi>{ph({ corporation: decision.name })}</bdi> has one director
          </Trans>
        ),
        to: paths.adminCorporation(decision.corporationId),
        action: t`Add a director`,
        isHint: true,
      };
    case "untold_attack":
      return {
        icon: "tower",
        tone: "danger",
        text: (
          <Trans>
            No one is told of an attack on <bdi>{ph({ name: decision.name })}</bdi>
          </Trans>
        ),
        to: `${paths.adminCorporation(decision.corporationId)}?tab=alarms`,
        action: t`Choose a channel`,
      };
    case "untold_directors":
      return {
        icon: "tower",
        tone: "signal",
        text: t`No one is told when a director fails`,
        to: `${paths.adminCorporation(decision.corporationId)}#corporation-posts`,
        action: t`Choose a channel`,
        isHint: true,
      };
    case "no_server":
      return {
        icon: "chat",
        tone: "signal",
        text: t`No Discord server is connected`,
        to: paths.adminDiscord,
        action: t`Connect Discord`,
        isHint: true,
      };
    case "one_administrator":
      return {
        icon: "shield",
        tone: "none",
        text: t`Muster has one administrator`,
        to: `${paths.adminSettings}#administrators`,
        action: t`Name another`,
        isHint: true,
      };
  }
}

/** The list, in the admin menu, of what a decision is about. */
export function menuPathOf(decision: OpenDecision): string {
  const { pathname } = new URL(viewOf(decision).to, location.origin);
  const [, first, second] = pathname.split("/");
  return first === "admin" ? `/admin/${second}` : paths.adminGroups;
}

/** What follows from the decision, and since when. */
export function Facts({ decision }: { decision: OpenDecision }) {
  switch (decision.kind) {
    case "no_usable_director":
      return (
        <>
          {decision.since !== null && (
            <>
              <Trans>
                Since <EveMoment at={decision.since} />.
              </Trans>
              {sentenceGap()}
            </>
          )}
          {t`Members are not read. No member is removed meanwhile.`}
        </>
      );
    case "server_halted":
      return say(HALTS[decision.halt]);
    case "application_silent":
      return (
        <>
          <Trans>
            Last value <RelativeTime at={decision.since} />.
          </Trans>
          {sentenceGap()}
          <Plural
            value={{ groups: decision.groups }}
            one="# group needs its facts: members stay, and no one else gets in."
            other="# groups need its facts: members stay, and no one else gets in."
          />
        </>
      );
    case "watch_hit":
      return (
        <Trans>
          <Plural
            value={{ count: decision.count }}
            one="# hit that no keeper has seen, found"
            other="# hits that no keeper has seen, the last found"
          />{" "}
          <RelativeTime at={decision.since} />
        </Trans>
      );
    case "removals_held":
    case "roles_held":
      return decision.since === null ? (
        t`Held. No member has lost anything yet.`
      ) : (
        <Trans>
          Held <RelativeTime at={decision.since} />. No member has lost anything yet.
        </Trans>
      );
    case "roles_drifted":
      return t`They stay as they are until you decide.`;
    case "in_game_drift":
      return (
        <Trans>
          Roles were read <RelativeTime at={decision.readAt} />. Remove them in game, or ask for a
          sign-in.
        </Trans>
      );
    case "requests_wait":
      return (
        <Trans>
          The oldest is for <bdi>{ph({ groupName: decision.name })}</bdi>,{" "}
          <RelativeTime at={decision.oldest} />
        </Trans>
      );
    case "review_ends":
      return t`${ph({ decided: formatInteger(decision.decided) })} of ${plural({ of: decision.of }, { one: "# member", other: "# members" })} decided`;
    case "first_steps":
      return t`${ph({ done: decision.done })} of ${ph({ count: decision.of })} done`;
    case "no_corporation":
      return t`With a director, Muster knows who is a member and who has left.`;
    case "one_director":
      return t`If this director loses access, members are no longer read.`;
    case "untold_attack":
      return t`Muster reads EVE’s notices of its structures, and posts nothing.`;
    case "untold_directors":
      return (
        <Trans>
          A corporation, such as <bdi>{ph({ corporation: decision.name })}</bdi>, can post on
          Discord when a director loses access.
        </Trans>
      );
    case "no_server":
      return t`Groups can give roles once one is connected.`;
    case "one_administrator":
      return t`A second one keeps the community reachable.`;
  }
}
