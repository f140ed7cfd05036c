import { expect, test } from "vitest";
import { needsOf } from "#web/app/first-page.ts";
import * as pages from "#web/app/pages.ts";
import { PANELS } from "#web/groups/panels.ts";

function codeAt(path: string) {
  const found = pages.pageAt(path);
  if (!found) throw new Error(`No page at ${path}.`);
  return found.page.code;
}

test("a page of the signed-in needs the shell, its own code and both their answers", () => {
  expect(needsOf("/groups/abc", "", true)).toEqual({
    code: [pages.SHELL, codeAt("/groups/abc")],
    asks: ["/api/groups/invitations", "/api/groups/abc", "/api/groups/abc/members"],
  });
});

test("filters and tabs in the address leave to the page what they ask", () => {
  expect(needsOf("/groups", "?search=wing", true).asks).toEqual([
    "/api/groups/invitations",
    "/api/groups/categories",
  ]);
  expect(needsOf("/groups/abc", "?tab=activity", true).asks).toEqual([
    "/api/groups/invitations",
    "/api/groups/abc",
  ]);
});

test("a tab of a group comes with its code, and with what only those can ask who see it", () => {
  expect(needsOf("/groups/abc", "?tab=codes", true)).toEqual({
    code: [pages.SHELL, codeAt("/groups/abc"), PANELS.codes],
    asks: [
      "/api/groups/invitations",
      "/api/groups/abc",
      "/api/groups/abc/invite-codes",
      "/api/groups/abc/invitations",
    ],
  });
});

test("whoever is not signed in needs the landing page, and asks nothing", () => {
  const landing = { code: [codeAt("/")], asks: [] };
  expect(needsOf("/", "", false)).toEqual(landing);
  expect(needsOf("/dashboard", "", false)).toEqual(landing);
  expect(needsOf("/admin/groups", "", false)).toEqual(landing);
});

test("the signed-in at the landing page need the dashboard, where they are sent on to", () => {
  const { code, asks } = needsOf("/", "", true);
  expect(code).toContain(codeAt("/dashboard"));
  expect(asks).toContain("/api/characters");
});

test("the code of the admin area waits for the server's word that an administrator is here", () => {
  const needs = needsOf("/admin/groups/abc", "", true);
  expect(needs.code).toEqual([pages.SHELL]);
  expect(needs.ofAdministrator).toEqual({
    code: [pages.ADMIN_LAYOUT, codeAt("/admin/groups/abc"), PANELS.requests],
    asks: ["/api/groups/abc", "/api/groups/abc/members"],
  });
});

test("more of an address than a page has is no page", () => {
  expect(pages.pageAt("/groups/abc/more")).toBeUndefined();
  expect(needsOf("/nothing-here", "", true)).toEqual({ code: [], asks: [] });
  expect(pages.pageAt("/character")?.params).toEqual({ characterId: undefined });
  expect(pages.pageAt("/groups/create/")?.page.path).toBe("/groups/create");
});
