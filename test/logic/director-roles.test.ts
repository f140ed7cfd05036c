import { expect, test } from "vitest";
import { ROUTES } from "#test/new-eden/esi/document.ts";
import { DIRECTOR_SCOPES } from "#worker/esi/scopes.ts";
import { judgeRoles } from "#worker/corporations/directors/requirements.ts";
import { SOURCES } from "#worker/corporations/fetch/sources.ts";

const ALL = { hasAccess: true, missingRoles: [] };

test("Director stands for every role", () => {
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

test("director access is what the fetched lists and the health check need, and nothing else", () => {
  const needed = SOURCES.map(({ scope }) => scope);
  expect([...DIRECTOR_SCOPES].toSorted()).toEqual(
    [...new Set([...needed, "esi-characters.read_corporation_roles.v1"])].toSorted(),
  );
});

test("scopes and roles of every list are those of CCP's document", () => {
  const documented = ROUTES.filter(
    ({ template, operation }) =>
      template.startsWith("/corporations/{corporation_id}/") && operation.security !== undefined,
  ).map(({ operation }) => ({
    scope: operation.security?.flatMap(({ OAuth2 }) => OAuth2).join(),
    roles: operation["x-required-roles"] ?? [],
  }));
  const ours = SOURCES.map(({ scope, roles }) => ({ scope, roles }));
  const distinct = (list: object[]) =>
    [...new Set(list.map((one) => JSON.stringify(one)))].toSorted();
  expect(distinct(ours)).toEqual(distinct(documented));
});
