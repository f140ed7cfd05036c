import type { ReactNode } from "react";
import { LONG_WAIT_DAYS } from "#shared/overview.ts";
import type { ServerHalt } from "#shared/discord/servers.ts";
import { formatCount, formatInteger } from "#web/lib/format.ts";
import { paths } from "#web/lib/paths.ts";
import type { IconName } from "#web/ui/icon.tsx";
import type { Decision } from "./decisions.ts";
import { DaysLeft, EveMoment, RelativeTime } from "#web/ui/time.tsx";

export type DecisionView = {
  icon: IconName;
  tone: "danger" | "warn" | "signal" | "none";
  text: ReactNode;
  to: string;
  action: string;
  /** About the set-up: it may be dismissed, and a failure may not. */
  isHint?: true;
};

const HALTS: Record<ServerHalt, string> = {
  limited: "Discord limits Muster. Roles follow when it answers again.",
  unavailable: "Discord does not answer. Roles follow when it does.",
  banned: "Discord’s firewall refuses Muster. No role is lost.",
  unauthorized: "Discord does not accept the bot token. No role is lost.",
  no_access: "The bot is not on the server. No role is lost.",
  two_factor: "The server asks for two-factor authentication. No role is lost.",
};

/** The sentence and the action of a decision. */
export function viewOf(decision: Decision): DecisionView {
  switch (decision.kind) {
    case "no_usable_director":
      return {
        icon: "tower",
        tone: "danger",
        text: (
          <>
            <bdi>{decision.name}</bdi>: no usable director
          </>
        ),
        to: paths.adminCorporation(decision.corporationId),
        action: "Repair",
      };
    case "server_halted":
      return {
        icon: "chat",
        tone: "danger",
        text: (
          <>
            <bdi>{decision.name}</bdi>: roles do not follow
          </>
        ),
        to: paths.adminDiscordServer(decision.serverId),
        action: "Repair",
      };
    case "removals_held":
      return {
        icon: "held",
        tone: "warn",
        text: (
          <>
            {formatInteger(decision.count)} of {formatCount(decision.of, "member")} would lose{" "}
            <bdi>{decision.name}</bdi>
          </>
        ),
        to: paths.adminHeldChange(decision.heldId),
        action: "Release or discard",
      };
    case "roles_held":
      return {
        icon: "held",
        tone: "warn",
        text: (
          <>
            {formatCount(decision.count, "person", "people")} would lose roles on{" "}
            <bdi>{decision.name}</bdi>
          </>
        ),
        to: paths.adminDiscordServer(decision.serverId),
        action: "Release or discard",
      };
    case "requests_wait":
      return {
        icon: "mail",
        tone: "warn",
        text: `${formatCount(decision.count, "request")} ${decision.count === 1 ? "waits" : "wait"} longer than ${LONG_WAIT_DAYS} days`,
        to: `${paths.group(decision.groupId)}?tab=requests`,
        action: "Answer",
      };
    case "review_ends":
      return {
        icon: "clipboard",
        tone: "signal",
        text: (
          <>
            Review of <bdi>{decision.name}</bdi> ends <DaysLeft until={decision.ends} />
          </>
        ),
        to: paths.groupReview(decision.groupId),
        action: "Continue review",
      };
    case "no_corporation":
      return {
        icon: "tower",
        tone: "signal",
        text: "No corporation is added",
        to: paths.adminCorporations,
        action: "Add a corporation",
        isHint: true,
      };
    case "one_director":
      return {
        icon: "tower",
        tone: "warn",
        text: (
          <>
            <bdi>{decision.name}</bdi> has one director
          </>
        ),
        to: paths.adminCorporation(decision.corporationId),
        action: "Add a director",
        isHint: true,
      };
    case "untold_directors":
      return {
        icon: "tower",
        tone: "signal",
        text: "Failing directors tell no one",
        to: `${paths.adminCorporation(decision.corporationId)}#corporation-posts`,
        action: "Choose a channel",
        isHint: true,
      };
    case "no_server":
      return {
        icon: "chat",
        tone: "signal",
        text: "No Discord server is connected",
        to: paths.adminDiscord,
        action: "Connect Discord",
        isHint: true,
      };
    case "one_administrator":
      return {
        icon: "shield",
        tone: "none",
        text: "Muster has one administrator",
        to: paths.adminSetup,
        action: "Name another",
        isHint: true,
      };
  }
}

/** What follows from it, and since when. */
export function Facts({ decision }: { decision: Decision }) {
  switch (decision.kind) {
    case "no_usable_director":
      return (
        <>
          {decision.since !== null && (
            <>
              Since <EveMoment at={decision.since} />.{" "}
            </>
          )}
          Members are not read. No member is removed meanwhile.
        </>
      );
    case "server_halted":
      return HALTS[decision.halt];
    case "removals_held":
    case "roles_held":
      return decision.since === null ? (
        "Held. No member has lost anything yet."
      ) : (
        <>
          Held <RelativeTime at={decision.since} />. No member has lost anything yet.
        </>
      );
    case "requests_wait":
      return (
        <>
          The oldest is for <bdi>{decision.name}</bdi>, <RelativeTime at={decision.oldest} />
        </>
      );
    case "review_ends":
      return `${formatInteger(decision.decided)} of ${formatCount(decision.of, "member")} decided`;
    case "no_corporation":
      return "With a director, Muster knows who is a member and who has left.";
    case "one_director":
      return "If this director loses access, members are no longer read.";
    case "untold_directors":
      return (
        <>
          A corporation, such as <bdi>{decision.name}</bdi>, can post on Discord when a director
          loses access.
        </>
      );
    case "no_server":
      return "Groups can give roles once one is connected.";
    case "one_administrator":
      return "A second one keeps the community reachable.";
  }
}
