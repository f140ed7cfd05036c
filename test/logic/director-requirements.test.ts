import { expect, test } from "vitest";
import { ROUTES } from "#test/new-eden/esi/document.ts";
import {
  judgeRoles,
  missingDirectorScopes,
  ROLES,
} from "#worker/corporations/directors/requirements.ts";
import { SOURCES } from "#worker/corporations/fetch/sources.ts";
import { STEP_UP_SCOPES } from "#shared/account/step-up-scopes.ts";
import {
  CHARACTER_SCOPES,
  coversDirectorAccess,
  DIRECTOR_FEATURES,
  DIRECTOR_SCOPES,
  missingFeatures,
  OPTIONAL_FEATURES,
  scopesToRequest,
} from "#worker/esi/scopes.ts";

const ALL = { hasAccess: true, missingRoles: [] };

test("the role Director includes every role", () => {
  expect(judgeRoles(["Director"])).toEqual({
    ...ALL,
    verifiedRoles: ["Director", "Accountant", "Station_Manager"],
  });
});

test.each([
  [["Accountant"], ["Accountant"], ["Director", "Station_Manager"]],
  [["Junior_Accountant"], ["Junior_Accountant"], ["Director", "Station_Manager", "Accountant"]],
  [["Trader"], ["Trader"], ["Director", "Accountant", "Station_Manager"]],
  [["Station_Manager"], ["Station_Manager"], ["Director", "Accountant"]],
  [["Factory_Manager"], [], ["Director", "Accountant", "Station_Manager"]],
  [[], [], ["Director", "Accountant", "Station_Manager"]],
])("of %j, %j count and %j are missing", (roles, verifiedRoles, missingRoles) => {
  expect(judgeRoles(roles)).toEqual({ hasAccess: false, verifiedRoles, missingRoles });
});

test("each list requests the scopes of its own feature", () => {
  for (const { key, feature, scope } of SOURCES) {
    expect({ key, scopes: DIRECTOR_FEATURES[feature] }).toEqual({ key, scopes: [scope] });
  }
  const features = new Set(SOURCES.map(({ feature }) => feature));
  // Notices are no list of a corporation.
  expect([...features, "health", "notices", "accessLists"].toSorted()).toEqual(
    Object.keys(DIRECTOR_FEATURES).toSorted(),
  );
});

test("a new feature takes nothing away from the grants of today", () => {
  const features = { ...DIRECTOR_FEATURES, medals: ["esi-corporations.read_medals.v1"] };
  expect(coversDirectorAccess(DIRECTOR_SCOPES, features)).toBe(true);
  expect(missingFeatures(DIRECTOR_SCOPES, features)).toEqual([...OPTIONAL_FEATURES, "medals"]);
  expect(missingFeatures(DIRECTOR_SCOPES)).toEqual(OPTIONAL_FEATURES);
});

test("a grant of director access requests every feature, and a normal sign-in none", () => {
  expect(missingFeatures(scopesToRequest([], { forDirector: true }))).toEqual([]);
  expect(scopesToRequest()).toEqual(CHARACTER_SCOPES);
});

test("a pilot who shows their own roles and titles has not granted director access", () => {
  const scopes = scopesToRequest([], { stepUp: STEP_UP_SCOPES });
  expect(scopes).toEqual(expect.arrayContaining(DIRECTOR_FEATURES.health));
  expect(coversDirectorAccess(scopes)).toBe(false);
});

test("a grant without director access serves no feature", () => {
  expect(coversDirectorAccess(CHARACTER_SCOPES)).toBe(false);
  expect(missingFeatures(CHARACTER_SCOPES)).toEqual(Object.keys(DIRECTOR_FEATURES));
});

test("the director scopes that an authorization lacks are listed", () => {
  const [first, ...rest] = DIRECTOR_SCOPES;
  expect(missingDirectorScopes(["publicData", ...rest])).toEqual([first]);
});

test("scopes and roles of every list are those of CCP's document", () => {
  const documented = ROUTES.filter(
    ({ template, operation }) =>
      /^\/(corporations|alliances)\/\{\w+\}\//.test(template) && operation.security !== undefined,
  ).map(({ operation }) => ({
    scope: operation.security?.flatMap(({ OAuth2 }) => OAuth2).join(),
    roles: operation["x-required-roles"] ?? [],
  }));
  const roles = new Map<string, string[]>(Object.entries(ROLES));
  const ours = SOURCES.map(({ scope, feature }) => ({ scope, roles: roles.get(feature) }));
  const distinct = (list: object[]) =>
    [...new Set(list.map((one) => JSON.stringify(one)))].toSorted();
  expect(distinct(ours)).toEqual(distinct(documented));
});
