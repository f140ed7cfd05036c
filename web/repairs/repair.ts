import { t } from "#web/language/macros.ts";
import type { Cause } from "#shared/requirements/cause.ts";
import type { Condition, SkillLevel } from "#shared/requirements/tree.ts";
import type { CharacterSummary } from "#shared/session.ts";
import { STEP_UP_SCOPES } from "#shared/requirements/step-up-scopes.ts";
import type { StepUpScope } from "#shared/requirements/step-up-scopes.ts";

/** What the user can do about a cause. */
export type Repair =
  | { kind: "authorize"; character: CharacterSummary; isLost: boolean; scopes: StepUpScope[] }
  | { kind: "check"; character: CharacterSummary }
  /** On the dashboard. */
  | { kind: "confirm"; character: CharacterSummary }
  | { kind: "skills"; skills: SkillLevel[]; missing: (SkillLevel & { trained: number })[] }
  | { kind: "discord" }
  | { kind: "server"; serverId: string; serverName: string | undefined }
  | { kind: "group"; groupId: string; groupName: string };

/** A repair, a sentence why there is none, or null where the fact says enough. */
export function repairOf(cause: Cause): Repair | string | null {
  const { condition, character, reading, isNegated, names } = cause;
  if (reading.unknown !== null) return repairOfUnknown(cause);
  switch (condition.type) {
    case "authorization":
      if (isNegated || character === null) return null;
      return {
        kind: "authorize",
        character,
        isLost: reading.fact?.type === "authorization" && reading.fact.state === "revoked",
        scopes: scopesNeeded(condition),
      };
    case "skills": {
      if (isNegated || reading.fact?.type !== "skills") return null;
      return { kind: "skills", skills: condition.skills, missing: reading.fact.missing };
    }
    case "discord_linked":
      return isNegated ? t`Unlink Discord on the dashboard.` : { kind: "discord" };
    case "on_discord_server": {
      const { serverId } = condition;
      if (isNegated) return t`Leave the server in Discord.`;
      if (reading.fact?.type === "server" && !reading.fact.isLinked) return { kind: "discord" };
      return { kind: "server", serverId, serverName: names.servers[serverId] };
    }
    case "member_of": {
      const groupId = condition.groupIds.find((id) => names.groups[id] !== undefined);
      const groupName = groupId === undefined ? undefined : names.groups[groupId];
      if (groupId === undefined || groupName === undefined) return null;
      return { kind: "group", groupId, groupName };
    }
    case "corporation":
    case "alliance":
    case "security_status":
      return t`After a change in EVE, check again.`;
    case "roles":
    case "titles":
      return t`The corporation gives and removes these in EVE.`;
    case "standing":
      return t`The standing is set in EVE.`;
    case "fact": {
      const application = names.facts[condition.factId]?.application;
      return application === undefined
        ? t`Ask who looks after the application.`
        : t`Ask who looks after ${application}.`;
    }
    case "total_sp":
    case "time_in_corporation":
    case "character_age":
    case "account_age":
    case "cleared":
      return null;
  }
}

function repairOfUnknown({ condition, character, reading }: Cause): Repair | string | null {
  if (condition.type === "on_discord_server")
    return t`Muster reads the members of the server every day.`;
  if (character === null) return null;
  switch (reading.unknown) {
    case "missing_scope":
      return { kind: "authorize", character, isLost: false, scopes: scopesNeeded(condition) };
    case "no_authorization":
      return { kind: "authorize", character, isLost: true, scopes: scopesNeeded(condition) };
    case "no_director":
      return t`An administrator can add a director who can read it.`;
    case "authorization_unknown":
    case "never_read":
    case "too_old":
    case "eve_failed":
      return condition.type === "standing"
        ? t`Muster reads standings with a director, every day.`
        : { kind: "check", character };
    case "source_off":
    case "contradictory":
    case "value_ended":
      return null;
    case "unconfirmed":
      return { kind: "confirm", character };
    case "suspended":
    case null:
      return null;
  }
}

/** The scopes that a condition needs and that no normal sign-in requests. */
function scopesNeeded(condition: Condition): StepUpScope[] {
  const [roles, titles] = STEP_UP_SCOPES;
  switch (condition.type) {
    case "roles":
      return [roles];
    case "titles":
      return [titles];
    case "authorization":
      return STEP_UP_SCOPES.filter((scope) => condition.scopes.includes(scope));
    default:
      return [];
  }
}

/** The first repair of several causes; otherwise the first sentence. One authorization covers what all of them need. */
export function firstRepair(causes: readonly Cause[]): Repair | string | null {
  const repairs = causes.map(repairOf);
  const first = repairs.find((repair) => repair !== null && typeof repair !== "string");
  if (first?.kind !== "authorize") return first ?? repairs.find((one) => one !== null) ?? null;
  const { characterId } = first.character;
  const scopes = repairs.flatMap((repair) =>
    isAuthorize(repair) && repair.character.characterId === characterId ? repair.scopes : [],
  );
  return { ...first, scopes: [...new Set(scopes)] };
}

function isAuthorize(
  repair: Repair | string | null | undefined,
): repair is Extract<Repair, { kind: "authorize" }> {
  return repair != null && typeof repair !== "string" && repair.kind === "authorize";
}
