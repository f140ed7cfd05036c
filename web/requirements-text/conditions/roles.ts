import { msg, t } from "#web/language/macros.ts";
import { roleName } from "#web/language/eve-names.ts";
import type { Name } from "#shared/language/messages.ts";
import { STEP_UP_SCOPES } from "#shared/account/step-up-scopes.ts";
import { listed } from "#web/lib/sentence.ts";
import type { Piece } from "#web/lib/sentence.ts";
import { eveName, titleName } from "#web/requirements-text/names.ts";
import { oneOf } from "./words.ts";
import type { CharacterWords, ConditionOf, Sentences } from "./words.ts";

const [ROLES_SCOPE, TITLES_SCOPE] = STEP_UP_SCOPES;

export function roles(condition: ConditionOf<"roles">): CharacterWords {
  return {
    label: () => [t({ context: "in a corporation", message: "Roles" })],
    sentences: () => {
      const { one, several } = oneOf(condition.roles.map(roleName));
      return one ? hasRole(one) : hasRoles(several);
    },
    found: ({ character, fact, isMet }) => {
      if (fact.type !== "roles") return null;
      // The roles that the character has of those of the condition, or all of them if it has none.
      const held = fact.roles.length > 0 ? fact.roles : condition.roles;
      const roles = listed(held.map(roleName), "or");
      if (held.length === 1) {
        return isMet
          ? msg`${character} has the role ${roles}`
          : msg`${character} does not have the role ${roles}`;
      }
      return isMet
        ? msg`${character} has one of the roles ${roles}`
        : msg`${character} does not have any of the roles ${roles}`;
    },
    unknown: ({ whose, day }) => ({
      never_read: msg`the roles ${whose} have not been read yet`,
      too_old_undated: msg`the roles ${whose} were read too long ago to count`,
      too_old: msg`the roles ${whose} were last read on ${day}, which is too long ago to count`,
      missing_scope: msg`the authorization ${whose} does not cover its roles`,
      no_authorization: msg`the roles ${whose} are not known: there is no valid authorization`,
      no_director: msg`the roles ${whose} are not known: no director can read it`,
      eve_failed: msg`the roles ${whose} could not be read from EVE`,
    }),
    ownerId: null,
    repair: () => t`The corporation gives and removes these in EVE.`,
    whenUnread: null,
    scopes: [ROLES_SCOPE],
  };
}

const hasRole = (role: Name): Sentences => ({
  any: msg`any character has the role ${role}`,
  anyNot: msg`any character does not have the role ${role}`,
  none: msg`no character has the role ${role}`,
  notEvery: msg`not every character has the role ${role}`,
  every: msg`every character has the role ${role}`,
  main: msg`main character has the role ${role}`,
  mainNot: msg`main character does not have the role ${role}`,
  is: msg`has the role ${role}`,
  isNot: msg`does not have the role ${role}`,
});

const hasRoles = (roles: readonly Piece[]): Sentences => ({
  any: msg`any character has one of the roles ${roles}`,
  anyNot: msg`any character does not have any of the roles ${roles}`,
  none: msg`no character has one of the roles ${roles}`,
  notEvery: msg`not every character has one of the roles ${roles}`,
  every: msg`every character has one of the roles ${roles}`,
  main: msg`main character has one of the roles ${roles}`,
  mainNot: msg`main character does not have any of the roles ${roles}`,
  is: msg`has one of the roles ${roles}`,
  isNot: msg`does not have any of the roles ${roles}`,
});

export function titles(condition: ConditionOf<"titles">): CharacterWords {
  return {
    label: () => [t`Titles`],
    sentences: (names) => {
      const { corporationId, titleIds } = condition;
      const corporation = { name: eveName(names, corporationId) };
      const { one, several } = oneOf(titleIds.map((id) => titleName(names, corporationId, id)));
      return one ? hasTitle(one, corporation) : hasTitles(several, corporation);
    },
    found: ({ character, fact, isMet, names }) => {
      if (fact.type !== "titles") return null;
      const { corporationId } = condition;
      const held = fact.titleIds.length > 0 ? fact.titleIds : condition.titleIds;
      const known = held.map((id) => titleName(names, corporationId, id));
      const corporation = { name: eveName(names, corporationId) };
      const titles = listed(known, "or");
      if (known.length === 1) {
        return isMet
          ? msg`${character} has the title ${titles} in ${corporation}`
          : msg`${character} does not have the title ${titles} in ${corporation}`;
      }
      return isMet
        ? msg`${character} has one of the titles ${titles} in ${corporation}`
        : msg`${character} does not have any of the titles ${titles} in ${corporation}`;
    },
    unknown: ({ whose, day, owner }) => ({
      never_read: msg`the titles ${whose} have not been read yet`,
      too_old_undated: msg`the titles ${whose} were read too long ago to count`,
      too_old: msg`the titles ${whose} were last read on ${day}, which is too long ago to count`,
      missing_scope: msg`the authorization ${whose} does not cover its titles`,
      no_authorization: msg`the titles ${whose} are not known: there is no valid authorization`,
      no_director: msg`the titles ${whose} are not known: no director of ${owner} can read it`,
      eve_failed: msg`the titles ${whose} could not be read from EVE`,
    }),
    ownerId: condition.corporationId,
    repair: () => t`The corporation gives and removes these in EVE.`,
    whenUnread: null,
    scopes: [TITLES_SCOPE],
  };
}

const hasTitle = (title: Name, corporation: Name): Sentences => ({
  any: msg`any character has the title ${title} in ${corporation}`,
  anyNot: msg`any character does not have the title ${title} in ${corporation}`,
  none: msg`no character has the title ${title} in ${corporation}`,
  notEvery: msg`not every character has the title ${title} in ${corporation}`,
  every: msg`every character has the title ${title} in ${corporation}`,
  main: msg`main character has the title ${title} in ${corporation}`,
  mainNot: msg`main character does not have the title ${title} in ${corporation}`,
  is: msg`has the title ${title} in ${corporation}`,
  isNot: msg`does not have the title ${title} in ${corporation}`,
});

const hasTitles = (titles: readonly Piece[], corporation: Name): Sentences => ({
  any: msg`any character has one of the titles ${titles} in ${corporation}`,
  anyNot: msg`any character does not have any of the titles ${titles} in ${corporation}`,
  none: msg`no character has one of the titles ${titles} in ${corporation}`,
  notEvery: msg`not every character has one of the titles ${titles} in ${corporation}`,
  every: msg`every character has one of the titles ${titles} in ${corporation}`,
  main: msg`main character has one of the titles ${titles} in ${corporation}`,
  mainNot: msg`main character does not have any of the titles ${titles} in ${corporation}`,
  is: msg`has one of the titles ${titles} in ${corporation}`,
  isNot: msg`does not have any of the titles ${titles} in ${corporation}`,
});
