import type { ServerHalt } from "#shared/discord/servers.ts";
import { FEW_PILOTS } from "#shared/few-pilots.ts";
import type { Overview } from "#shared/overview.ts";
import { DAY_MS } from "#shared/time.ts";
import { readStoredJson, writeStored } from "#web/lib/storage.ts";
import { createStore } from "#web/lib/store.ts";

/** What waits for an administrator. Dates are ISO. */
export type OpenDecision =
  | ({ kind: "no_usable_director" } & Overview["withoutDirector"][number])
  | { kind: "server_halted"; serverId: string; name: string; halt: ServerHalt }
  | ({ kind: "application_silent" } & Overview["silent"][number])
  | ({ kind: "watch_hit" } & Overview["watched"][number])
  | ({ kind: "removals_held" } & Overview["held"][number])
  | { kind: "roles_held"; serverId: string; name: string; count: number; since: string | null }
  | { kind: "roles_drifted"; serverId: string; name: string; count: number }
  | ({ kind: "in_game_drift" } & Overview["drifted"][number])
  | ({ kind: "requests_wait" } & NonNullable<Overview["requests"]>)
  | ({ kind: "review_ends" } & Overview["reviews"][number])
  | { kind: "first_steps"; done: number; of: number }
  | { kind: "no_corporation" }
  | { kind: "one_director"; corporationId: number; name: string }
  | { kind: "untold_attack"; corporationId: number; name: string }
  | { kind: "untold_directors"; corporationId: number; name: string }
  | { kind: "no_server" }
  | { kind: "one_administrator" };

export type FirstStep = "name" | "corporation" | "group" | "discord" | "invite";

/** What a new community needs, in any order, and what of it is done. */
export function firstStepsOf(overview: Overview): Record<FirstStep, boolean> {
  const { corporations, withoutDirector, servers, begun } = overview;
  return {
    name: begun.isNamed,
    corporation: corporations.some(
      ({ corporationId, isActive, directorCount }) =>
        isActive &&
        directorCount > 0 &&
        !withoutDirector.some((corporation) => corporation.corporationId === corporationId),
    ),
    group: begun.group !== null,
    discord: servers.length > 0,
    invite: begun.hasInviteCode || begun.pilots > 1,
  };
}

/** Decisions that end by themselves. */
const PASSING = new Set<ServerHalt>(["limited", "unavailable"]);

/** The worst first: what does not work, what is held, what waits, what ends, and what a set-up lacks. */
export function decisionsOf(overview: Overview): OpenDecision[] {
  const {
    withoutDirector,
    servers,
    drifted,
    silent,
    watched,
    held,
    requests,
    reviews,
    hasBot,
    postsDirectors,
    alarmed,
    administrators,
  } = overview;
  const corporations = overview.corporations.filter(({ isActive }) => isActive);
  const decisions: OpenDecision[] = [];
  for (const corporation of withoutDirector)
    decisions.push({ kind: "no_usable_director", ...corporation });
  for (const { serverId, name, isOn, halt } of servers) {
    if (isOn && halt !== null && !PASSING.has(halt)) {
      decisions.push({ kind: "server_halted", serverId, name, halt });
    }
  }
  if (hasBot) {
    for (const { corporationId, name, channelName } of alarmed) {
      if (channelName === null) decisions.push({ kind: "untold_attack", corporationId, name });
    }
  }
  for (const application of silent) decisions.push({ kind: "application_silent", ...application });
  for (const hit of watched) decisions.push({ kind: "watch_hit", ...hit });
  for (const change of held) decisions.push({ kind: "removals_held", ...change });
  for (const { serverId, name, held } of servers) {
    if (held !== null) decisions.push({ kind: "roles_held", serverId, name, ...held });
  }
  if (requests !== null) decisions.push({ kind: "requests_wait", ...requests });
  for (const { serverId, name, isOn, drifted: count } of servers) {
    if (isOn && count > 0) decisions.push({ kind: "roles_drifted", serverId, name, count });
  }
  for (const corporation of drifted) decisions.push({ kind: "in_game_drift", ...corporation });
  for (const review of reviews) decisions.push({ kind: "review_ends", ...review });
  const steps = Object.values(firstStepsOf(overview));
  const done = steps.filter(Boolean).length;
  // The steps say what a new community lacks, in the place of single hints.
  const isNew = overview.begun.pilots < FEW_PILOTS && done < steps.length;
  if (isNew) decisions.push({ kind: "first_steps", done, of: steps.length });
  if (!isNew && corporations.length === 0) decisions.push({ kind: "no_corporation" });
  for (const { corporationId, name, directorCount } of corporations) {
    // A corporation whose only director does not work needs that one repaired first.
    const isWithout = withoutDirector.some((other) => other.corporationId === corporationId);
    if (directorCount === 1 && !isWithout) {
      decisions.push({ kind: "one_director", corporationId, name });
    }
  }
  const directed = corporations.find(({ directorCount }) => directorCount > 0);
  if (directed !== undefined && !postsDirectors) {
    const { corporationId, name } = directed;
    decisions.push({ kind: "untold_directors", corporationId, name });
  }
  if (!isNew && hasBot && servers.length === 0) decisions.push({ kind: "no_server" });
  if (administrators === 1) decisions.push({ kind: "one_administrator" });
  return decisions;
}

/** Without the hints that this browser does not show. */
export function openDecisions(
  overview: Overview,
  isDismissed: (key: string) => boolean,
): OpenDecision[] {
  return decisionsOf(overview).filter((decision) => !isDismissed(decisionKey(decision)));
}

/** The first that a decision has is its own: a held change also names its group. */
const IDS = ["corporationId", "applicationId", "serverId", "entryId", "heldId", "groupId"] as const;

/** Tells decisions apart. */
export function decisionKey(decision: OpenDecision): string {
  const ids: { kind: string } & Partial<Record<(typeof IDS)[number], string | number>> = decision;
  const [id = ""] = IDS.flatMap((name) => ids[name] ?? []);
  return `${decision.kind} ${id}`.trim();
}

const STORAGE_KEY = "muster.dismissed";
const DISMISSED_MS = 30 * DAY_MS;

/** Each hint, and when it was dismissed. */
type Dismissed = ReadonlyMap<string, number>;

const dismissed = createStore<Dismissed>(new Map(readStoredJson("local", STORAGE_KEY, [])));

/** Hints that this browser does not show for 30 days. The page, the dashboard and the menu count the same. */
export function useDismissed() {
  const hints = dismissed.useValue();
  return {
    isDismissed: (key: string) => (hints.get(key) ?? 0) > Date.now() - DISMISSED_MS,
    dismiss: (key: string) => change(new Map(hints).set(key, Date.now())),
    restore: () => change(new Map()),
  };
}

function change(next: Dismissed) {
  writeStored("local", STORAGE_KEY, JSON.stringify([...next]));
  dismissed.set(next);
}
