import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import type { ReactNode } from "react";
import type { WithheldAdministrator } from "#shared/health.ts";
import { Trans, ph, plural, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import { usedPlaces } from "#web/app/navigation/places.ts";
import { HALTS, Place } from "#web/discord/feed-setting.tsx";
import { feedQuery } from "#web/discord/feed-queries.ts";
import type { FeedSubject } from "#web/discord/feed-queries.ts";
import { CommunityLogo } from "#web/eve/brand.tsx";
import { communityQuery } from "#web/groups/community-queries.ts";
import { waitingQuery } from "#web/lib/api/queries.ts";
import type { Anchor } from "#web/lib/anchors.ts";
import { cx } from "#web/lib/cx.ts";
import { paths } from "#web/lib/paths.ts";
import { adminOverviewQuery } from "#web/overview/queries.ts";
import { reviewsQuery } from "#web/reviews/queries.ts";
import { checkAddedScripts } from "#web/setup/added-scripts.ts";
import { CheckList, FailureList, PassedChecks, summaryOf, worstFirst } from "#web/setup/checks.tsx";
import { healthDetailsQuery } from "#web/setup/queries.ts";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { RelativeTime } from "#web/ui/time.tsx";

const IdentityForm = lazy(() => import("#web/groups/identity-form.tsx"));
const MembersForm = lazy(() => import("#web/groups/members-form.tsx"));
const AdministratorSearch = lazy(() => import("#web/setup/administrator-search.tsx"));
const WhatsNew = lazy(() => import("#web/setup/whats-new.tsx"));
const FeedDialog = lazy(() => import("#web/discord/feed-dialog.tsx"));

type Load = { isPending: boolean; isFailed: boolean; retry: () => void; failed?: string };

type Action =
  | { kind: "leads"; label: string; to: string }
  | { kind: "does"; label: string; run: () => void }
  /** `anchors`: addresses that open it. */
  | {
      kind: "opens";
      label: string;
      anchors: readonly Anchor[];
      isFlush?: true;
      panel: () => ReactNode;
    };

export type SettingRow = {
  /** The row itself is found by it, if it has no panel. */
  id: string;
  title: string;
  /** What it gives. */
  text: ReactNode;
  value?: ReactNode;
  /** `needs`: an administrator should do something. */
  state?: "off" | "needs" | undefined;
  load: Load;
  action: Action;
  /** What an administrator should not have to open. */
  below?: ReactNode;
};

type Section = { title: string; fact?: string; rows: SettingRow[] };

type Settings = { sections: Section[]; withheld: readonly WithheldAdministrator[] };

function loadOf(
  query: { isPending: boolean; data?: unknown; refetch: () => unknown },
  failed?: string,
): Load {
  return {
    isPending: query.isPending,
    isFailed: !query.isPending && query.data === undefined,
    retry: () => void query.refetch(),
    ...(failed !== undefined && { failed }),
  };
}

export function useSettings(): Settings {
  const health = useQuery(healthDetailsQuery);
  return {
    withheld: health.data?.withheldAdministrators ?? [],
    sections: [
      { title: t`Community`, rows: useCommunityRows() },
      { title: t`Features`, fact: t`in the menu when used`, rows: useFeatureRows() },
      { title: t`Installation`, rows: useInstallationRows() },
    ],
  };
}

function useCommunityRows(): SettingRow[] {
  const community = useQuery(communityQuery);
  const overview = useQuery({ ...adminOverviewQuery, refetchInterval: false });
  const { data: settings } = community;
  const load = loadOf(community, t`The community could not be loaded`);
  const administrators = overview.data?.administrators ?? 0;
  const isNamed = settings?.name != null || settings?.logo != null || settings?.welcome != null;
  return [
    {
      id: "identity",
      title: t`Name, logo and welcome`,
      text: t`In the menu and in the titles of pages, and what visitors see before they sign in.`,
      value: isNamed ? (
        <span className="flex items-center gap-2 font-medium">
          {settings.logo && <CommunityLogo logo={settings.logo} size={24} />}
          <bdi>{settings.name ?? "Muster"}</bdi>
        </span>
      ) : (
        t`Muster’s own`
      ),
      state: isNamed ? undefined : "off",
      load,
      action: {
        kind: "opens",
        label: t`Change`,
        anchors: ["community-name", "community-logo", "community-welcome"],
        panel: () => settings && <IdentityForm settings={settings} />,
      },
    },
    {
      id: "members",
      title: t`Members and guests`,
      text: t`Guests see only groups that are open to guests.`,
      value: settings?.members ? (
        <Trans>
          Members of <bdi>{ph({ groupName: settings.members.groupName })}</bdi>
        </Trans>
      ) : (
        t`Everybody with an account`
      ),
      load,
      action: {
        kind: "opens",
        label: t`Change`,
        anchors: ["community-members"],
        panel: () => settings && <MembersForm settings={settings} />,
      },
    },
    {
      id: "rights",
      title: t`Administrators`,
      text: t`A second one keeps the community reachable.`,
      value: plural(
        { count: administrators },
        { one: "# administrator", other: "# administrators" },
      ),
      state: administrators === 1 ? "needs" : undefined,
      load: loadOf(overview),
      action: {
        kind: "opens",
        label: t`Name another`,
        anchors: ["administrators"],
        panel: () => <AdministratorSearch />,
      },
    },
  ];
}

function useFeatureRows(): SettingRow[] {
  const waiting = useQuery(waitingQuery);
  const overview = useQuery({ ...adminOverviewQuery, refetchInterval: false });
  const reviews = useQuery(reviewsQuery);
  const used = usedPlaces(waiting.data);
  const openReviews = reviews.data?.items.length ?? 0;
  const held = waiting.data?.held ?? 0;
  const directed = overview.data?.corporations.find(({ directorCount }) => directorCount > 0);
  const postsDirectors = overview.data?.postsDirectors ?? false;
  const hasApplications = used.has(paths.adminApplications);
  const isWatching = used.has(paths.adminWatchlist);
  const on = t`On`;
  const open = t({ context: "a page", message: "Open" });
  return [
    {
      id: "applications",
      title: t`Applications`,
      text: t`Players sign in to a wiki or a forum with Muster, and it learns their groups.`,
      value: hasApplications ? on : undefined,
      state: hasApplications ? undefined : "off",
      load: loadOf(waiting),
      action: {
        kind: "leads",
        label: hasApplications ? open : t`Add application`,
        to: paths.adminApplications,
      },
    },
    {
      id: "watchlist",
      title: t`Watchlist`,
      text: t`Keepers see a pilot, corporation or alliance that is watched before they approve a request.`,
      value: isWatching ? on : undefined,
      state: isWatching ? undefined : "off",
      load: loadOf(waiting),
      action: {
        kind: "leads",
        label: isWatching ? open : t`Name a keeper`,
        to: isWatching ? paths.adminWatchlist : `${paths.adminWatchlist}#watchlist-keepers`,
      },
    },
    {
      id: "held",
      title: t`Held changes`,
      text: t`When many members would lose a group at once, an administrator decides first.`,
      value:
        held > 0
          ? plural(held, { one: "# held change", other: "# held changes" })
          : t`Nothing is held`,
      state: held > 0 ? "needs" : undefined,
      load: loadOf(waiting),
      action: { kind: "leads", label: open, to: paths.adminHeld },
    },
    {
      id: "reviews",
      title: t`Reviews`,
      text: t`Owners confirm the members of their groups.`,
      value:
        openReviews > 0
          ? plural({ count: openReviews }, { one: "# open", other: "# open" })
          : t`None open`,
      state: openReviews > 0 ? undefined : "off",
      load: loadOf(reviews),
      action: {
        kind: "leads",
        label: openReviews > 0 ? open : t`Ask for reviews`,
        to: paths.adminReviews,
      },
    },
    {
      id: "director-warnings",
      title: t`Warnings about directors`,
      text: t`A channel at Discord hears when a director loses access.`,
      value: postsDirectors ? on : undefined,
      state: postsDirectors ? undefined : "off",
      load: loadOf(overview),
      action: directed
        ? {
            kind: "leads",
            label: postsDirectors ? open : t`Choose channel`,
            to: `${paths.adminCorporation(directed.corporationId)}#corporation-posts`,
          }
        : { kind: "leads", label: t`Add Corporation`, to: paths.adminCorporations },
    },
  ];
}

const TONES = { ok: "text-ok", neutral: "", warn: "text-warn", danger: "text-danger" };

function useInstallationRows(): SettingRow[] {
  const health = useQuery(healthDetailsQuery);
  const load = loadOf(health, t`The diagnosis could not be loaded`);
  const checks = worstFirst([
    ...(health.data?.checks ?? []),
    ...checkAddedScripts(document.scripts),
  ]);
  const open = checks.filter(({ state }) => state !== "ok");
  const passed = checks.filter(({ state }) => state === "ok");
  const { text, tone } = summaryOf(checks);
  const failures = health.data?.failures ?? [];
  const version = health.data?.version;
  const failed: SettingRow = {
    id: "failures",
    title: t`Last failures`,
    text: t`Failures of jobs, fetches and queue messages are listed for a month.`,
    value: plural({ count: failures.length }, { one: "# failure", other: "# failures" }),
    load,
    action: {
      kind: "opens",
      label: t`Details`,
      anchors: [],
      isFlush: true,
      panel: () => <FailureList failures={failures} />,
    },
  };
  return [
    {
      id: "checks",
      title: t`Self-diagnosis`,
      text: t`EVE, Discord, the database, secrets and jobs, and the values to enter at EVE and Discord.`,
      value: <span className={cx("font-medium", TONES[tone])}>{text}</span>,
      state: tone === "danger" || tone === "warn" ? "needs" : undefined,
      load,
      action: {
        kind: "opens",
        label: t`Details`,
        anchors: ["diagnosis"],
        isFlush: true,
        panel: () => <PassedChecks checks={passed} />,
      },
      below: open.length > 0 && (
        <div className="border-t border-line-faint">
          <CheckList checks={open} />
        </div>
      ),
    },
    ...(failures.length > 0 ? [failed] : []),
    useLogPosts(),
    {
      id: "version",
      title: t`Version`,
      text: version && (
        <Trans>
          Commit {ph({ commit: version.commit ?? t`Unknown` })}, ESI compatibility date{" "}
          {ph({ date: version.esiCompatibilityDate })}.
        </Trans>
      ),
      value: version && (
        <>
          <span className="font-medium">Muster {version.product}</span>
          {version.deployedAt !== null && (
            <span className="block text-text-2">
              <Trans>
                Deployed <RelativeTime at={version.deployedAt} />
              </Trans>
            </span>
          )}
        </>
      ),
      load,
      action: {
        kind: "opens",
        label: t`What is new`,
        anchors: [],
        panel: () => version && <WhatsNew version={version.product} />,
      },
    },
  ];
}

const LOG: FeedSubject = { isLog: true };

function useLogPosts(): SettingRow {
  const log = useQuery(feedQuery(LOG));
  const [isOpen, setIsOpen] = useState(false);
  const feed = log.data;
  const isOn = feed?.target != null;
  return {
    id: "log-posts",
    title: t`Fingerprint of the log`,
    text: t`In a channel that administrators of Muster cannot change: with it, a log that was changed is found.`,
    value:
      feed?.target != null ? (
        <>
          <Place target={feed.target} />
          {feed.postedAt !== null && (
            <span className="block text-text-2">
              <Trans>
                Last post <RelativeTime at={feed.postedAt} />.
              </Trans>
            </span>
          )}
        </>
      ) : undefined,
    state: feed?.halt != null ? "needs" : isOn ? undefined : "off",
    load: loadOf(log, t`The Discord posts could not be loaded`),
    action: {
      kind: "does",
      label: isOn ? t`Change posts` : t`Choose channel`,
      run: () => setIsOpen(true),
    },
    below: (
      <>
        {feed?.halt != null && (
          <div className="p-4 pt-1">
            <Alert tone="warn">{say(HALTS[feed.halt])}</Alert>
          </div>
        )}
        <Suspense>
          {isOpen && feed !== undefined && (
            <FeedDialog subject={LOG} feed={feed} onClose={() => setIsOpen(false)} />
          )}
        </Suspense>
      </>
    ),
  };
}
