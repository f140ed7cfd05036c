import { isWithinLimits } from "#shared/requirements/limits.ts";
import type { Requirement } from "#shared/requirements/tree.ts";
import { corporationRule } from "#worker/ops/move-in/plan/community.ts";
import type { MovedCommunity, MovedRule } from "#worker/ops/move-in/plan/community.ts";
import type { Report } from "#worker/ops/move-in/read/rows.ts";
import type { Tables } from "./tables.ts";

/** Groups with their leaders, members and requests, and the states as groups. */
export function readGroups(tables: Tables, community: MovedCommunity, report: Report) {
  readStates(tables, community, report);
  const managed = managedRules(tables);
  for (const [key, { name, place }] of tables.groups) {
    const settings = tables.authGroups.get(key);
    const isInternal = settings?.internal ?? true;
    community.groups.set(key, {
      name,
      description: settings?.description ?? null,
      visibility: isInternal ? "system" : settings?.hidden ? "hidden" : "public",
      joinMode: isInternal ? "invitation_only" : settings?.open ? "open" : "approval",
      rule: managed.get(key) ?? rulesOfStates(tables, settings?.states ?? []),
      place,
    });
    if (settings?.restricted) {
      const reason = "Restricted: only superusers could add members. Muster has no such setting.";
      report.push({ outcome: "note", what: "group", name, place, reason });
    }
  }
  readMembers(tables, community, report);
  readLeaders(tables, community, report);
  readRequests(tables, community, report);
}

/** Autogroups: everybody whose main is in the corporation or alliance, and has one of the states. */
function managedRules(tables: Tables): Map<string, MovedRule> {
  const rules = new Map<string, MovedRule>();
  for (const [pk, { group, config }] of tables.managedGroups) {
    const key = tables.groupKeys.get(group);
    const corporation = tables.corporations.get(tables.managedCorporations.get(pk) ?? "");
    const alliance = tables.alliances.get(tables.managedAlliances.get(pk) ?? "");
    const main = corporationRule(
      corporation === undefined ? [] : [corporation],
      alliance === undefined ? [] : [alliance],
    );
    if (key === undefined || main === undefined) continue;
    const states = stateKeysOf(tables, tables.autogroups.get(config ?? "")?.states ?? []);
    rules.set(key, {
      enrolment: "automatic",
      tree: (idOf) =>
        states === undefined ? main : { type: "all", of: [main, memberOf(states, idOf)] },
    });
  }
  return rules;
}

/** A group that is only for some states requires the membership in one of their groups. */
function rulesOfStates(tables: Tables, refs: string[]): MovedRule | undefined {
  const keys = stateKeysOf(tables, refs);
  return keys && { enrolment: "manual", tree: (idOf) => memberOf(keys, idOf) };
}

function memberOf(keys: string[], idOf: (key: string) => string): Requirement {
  return { type: "member_of", groupIds: keys.map(idOf) };
}

/** The keys of the groups of these states; undefined if one of them is for everybody, or if there is none. */
function stateKeysOf(tables: Tables, refs: string[]): string[] | undefined {
  const keys = refs.flatMap((ref) => tables.stateKeys.get(ref) ?? []);
  if (keys.length === 0 || keys.some((key) => tables.states.get(key)?.public)) return undefined;
  return keys.map(stateGroupKey);
}

function readMembers(tables: Tables, { members }: MovedCommunity, report: Report) {
  for (const [user, { username, groups, place }] of tables.users) {
    for (const ref of groups) {
      const group = tables.groupKeys.get(ref);
      if (group !== undefined) members.push({ group, user, place });
      else {
        const reason = `The group ${ref.slice(1)} is not in the export.`;
        report.push({ outcome: "refused", what: "membership", name: username, place, reason });
      }
    }
  }
}

/** The members of a group of leaders lead as of now; who joins it later does not. */
function readLeaders(tables: Tables, { members, leaders }: MovedCommunity, report: Report) {
  const membersOf = Map.groupBy(members, ({ group }) => group);
  for (const [key, { group_leaders, group_leader_groups, place }] of tables.authGroups) {
    const group = tables.groups.get(key);
    if (group === undefined) continue;
    const users = group_leaders.flatMap((ref) => tables.userKeys.get(ref) ?? []);
    const groups = group_leader_groups.flatMap((ref) => tables.groupKeys.get(ref) ?? []);
    const missing =
      group_leaders.length + group_leader_groups.length - users.length - groups.length;
    if (missing > 0) {
      const reason = `${missing} of its leaders are not in the export.`;
      report.push({ outcome: "refused", what: "leaders", name: group.name, place, reason });
    }
    const expanded = groups.flatMap((leading) => membersOf.get(leading) ?? []);
    for (const user of new Set([...users, ...expanded.map((member) => member.user)])) {
      leaders.push({ group: key, user, place });
    }
  }
}

function readRequests(tables: Tables, { requests }: MovedCommunity, report: Report) {
  for (const { user: userRef, group: groupRef, leave_request: isLeave, place } of tables.requests) {
    const user = tables.userKeys.get(userRef);
    const group = tables.groupKeys.get(groupRef);
    if (user !== undefined && group !== undefined && !isLeave) {
      requests.push({ user, group, reason: null, place });
      continue;
    }
    const reason = isLeave
      ? "A request to leave: in Muster, members leave without one."
      : `Its ${user === undefined ? "user" : "group"} is not in the export.`;
    const name = tables.users.get(user ?? "")?.username ?? userRef.slice(1);
    report.push({ outcome: "refused", what: "request", name, place, reason });
  }
}

type State = NonNullable<ReturnType<Tables["states"]["get"]>>;

function stateGroupKey(stateKey: string): string {
  return `state ${stateKey}`;
}

/**
 * Each state becomes a system group with the same users. A state of corporations and alliances enrols by itself; of others
 * the members stay as they are. States for everybody become no group.
 */
function readStates(tables: Tables, { groups, members }: MovedCommunity, report: Report) {
  const restricted = [...tables.states].filter(([, state]) => !state.public);
  for (const [key, state] of restricted) {
    const { name, place } = state;
    const higher = restricted
      .filter(([, other]) => other.priority > state.priority)
      .map(([other]) => other);
    const rule = ruleOf(tables, state, higher);
    if (rule === undefined) {
      const reason =
        "It lists characters or factions, or nothing, which a requirement cannot: its group keeps its members until they are changed by hand.";
      report.push({ outcome: "changed", what: "state", name, place, reason });
    }
    groups.set(stateGroupKey(key), {
      name: `${name} (state)`,
      description: `Who had the state ${name} in Alliance Auth.`,
      visibility: "system",
      joinMode: "invitation_only",
      rule,
      place,
    });
  }
  for (const { user, state: ref } of tables.profiles) {
    const state = tables.stateKeys.get(ref ?? "");
    const holder = tables.userKeys.get(user);
    const moved = tables.users.get(holder ?? "");
    if (holder === undefined || moved === undefined || state === undefined) continue;
    if (tables.states.get(state)?.public) continue;
    members.push({ group: stateGroupKey(state), user: holder, place: moved.place });
  }
}

/** A user has the first state, by priority, whose lists the main is in. */
function ruleOf(tables: Tables, state: State, higher: string[]): MovedRule | undefined {
  if (state.member_characters.length > 0 || state.member_factions.length > 0) return undefined;
  const main = corporationRule(
    state.member_corporations.flatMap((ref) => tables.corporations.get(ref) ?? []),
    state.member_alliances.flatMap((ref) => tables.alliances.get(ref) ?? []),
  );
  if (main === undefined) return undefined;
  const tree = (idOf: (key: string) => string): Requirement =>
    higher.length === 0
      ? main
      : {
          type: "all",
          of: [
            main,
            {
              type: "not",
              of: { type: "member_of", groupIds: higher.map((key) => idOf(stateGroupKey(key))) },
            },
          ],
        };
  return isWithinLimits(tree(String)) ? { enrolment: "automatic", tree } : undefined;
}
