import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import type { RequestToReview } from "#shared/groups/requests.ts";
import { corporationsOf, isOfCorporation, OTHERS } from "#web/groups/requests/requests-header.tsx";
import { answersTo } from "#web/vetting/draft.ts";
import { UndoToast } from "#web/groups/requests/use-decisions.tsx";
import { ageOf } from "#web/groups/requests/request-facts.tsx";

function request(id: string, corporationId: number | null): RequestToReview {
  return {
    id,
    groupId: "g1",
    userId: `u-${id}`,
    mainCharacterId: 1,
    mainCharacterName: id,
    reason: null,
    suspension: null,
    status: "pending",
    isExtension: false,
    inTalks: false,
    assignee: null,
    endsAt: null,
    createdAt: "2026-11-20T10:00:00.000Z",
    facts: {
      corporationId,
      corporationName: corporationId === null ? null : `Corporation ${corporationId}`,
      ticker: null,
      allianceId: null,
      allianceName: null,
      totalSp: null,
      birthday: null,
      altCount: null,
    },
  };
}

test("the filter has the five largest corporations, and the others together", () => {
  const sizes = [6, 5, 4, 3, 2, 1, 1];
  const requests = sizes.flatMap((size, nth) =>
    Array.from({ length: size }, (_, n) => request(`${nth}-${n}`, nth + 1)),
  );
  const chips = corporationsOf(requests);
  expect(chips.map(({ name, count }) => [name, count])).toEqual([
    ["Corporation 1", 6],
    ["Corporation 2", 5],
    ["Corporation 3", 4],
    ["Corporation 4", 3],
    ["Corporation 5", 2],
    ["Others", 2],
  ]);
  const chosen = (key: string | undefined) =>
    requests.filter((one) => isOfCorporation(one, key, chips)).length;
  expect([chosen(undefined), chosen("2"), chosen(OTHERS)]).toEqual([22, 5, 2]);
});

test("one corporation needs no filter, and unknown corporations are one of their own", () => {
  expect(corporationsOf([request("a", 1), request("b", 1)])).toEqual([]);
  const chips = corporationsOf([request("a", 1), request("b", null)]);
  expect(chips.map(({ name }) => name)).toEqual(["Corporation 1", "Corporation unknown"]);
});

test.each([
  ["2026-11-22T09:00:00Z", "0 days"],
  ["2026-11-03T10:00:00Z", "19 days"],
  ["2026-06-01T10:00:00Z", "5 mo"],
  ["2024-11-20T10:00:00Z", "2 y"],
  ["2024-07-14T10:00:00Z", "2 y 4 mo"],
])("a character created at %s is %s old", (birthday, age) => {
  expect(ageOf(birthday, Date.parse("2026-11-22T10:00:00Z"))).toBe(age);
});

test("a draft keeps the answers that the changed form can show", () => {
  const ask = { text: "?", isRequired: true };
  const questions = [
    { ...ask, id: "why", kind: "text" as const },
    { ...ask, id: "roles", kind: "choices" as const, options: ["Tackle", "Logistics"] },
    { ...ask, id: "years", kind: "number" as const },
    { ...ask, id: "fit", kind: "link" as const },
  ];
  const given = { why: "I ", roles: ["Tackle", "Scout"], years: "ten", fit: "http", gone: true };
  expect(answersTo({ questions }, given)).toEqual({ why: "I ", roles: ["Tackle"], fit: "http" });
});

test("an approved member who asked to stay does not become a member", () => {
  const said = (isExtension: boolean) => {
    const last = {
      decision: "approve",
      requests: [{ ...request("Mira", null), isExtension }],
    } as const;
    const none = () => undefined;
    return renderToString(createElement(UndoToast, { last, onUndo: none, onDismiss: none }));
  };
  expect(said(true)).toContain("stays a member.");
  expect(said(false)).toContain("is a member now.");
});
