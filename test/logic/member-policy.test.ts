import { expect, test } from "vitest";
import { abilitiesOf } from "#worker/groups/group/policy.ts";
import { memberAbilitiesOf } from "#worker/groups/members/policy.ts";

const PILOT = { isAdmin: false };
const MEMBER = {
  visibility: "public" as const,
  categoryVisibility: "public" as const,
  effectiveVisibility: "public" as const,
  joinMode: "open" as const,
  enrolment: null,
  role: "member" as const,
  pendingRequestId: null,
  pendingInvitationId: null,
  endsAt: null,
  emergencyId: null,
  isReviewer: 0,
};

test("emergency access ends in its hours: it gets no other end and no other role", () => {
  const group = { can: abilitiesOf({ ...MEMBER, role: "owner" }, PILOT), enrolment: null };
  const emergency = { role: "member" as const, emergencyId: "e" };
  expect(memberAbilitiesOf(group, emergency, false)).toEqual({
    remove: true,
    makeAdmin: false,
    removeAdmin: false,
    makeOwner: false,
    setEnd: false,
  });
  const own = { ...MEMBER, endsAt: new Date(), emergencyId: "e", enrolment: "automatic" as const };
  expect(abilitiesOf(own, PILOT)).toMatchObject({ leave: true, requestExtension: false });
});

test("a member with an end asks to stay once, and not where the requirements decide", () => {
  const ending = { ...MEMBER, endsAt: new Date() };
  expect(abilitiesOf(ending, PILOT).requestExtension).toBe(true);
  expect(abilitiesOf({ ...ending, pendingRequestId: "r" }, PILOT).requestExtension).toBe(false);
  expect(abilitiesOf({ ...ending, enrolment: "automatic" }, PILOT).requestExtension).toBe(false);
});

test("a suspended member is given no role, and can be removed", () => {
  const group = { can: abilitiesOf({ ...MEMBER, role: "owner" }, PILOT), enrolment: null };
  const of = (role: "member" | "admin") =>
    memberAbilitiesOf(group, { role, emergencyId: null }, true);
  const none = { makeAdmin: false, removeAdmin: false, makeOwner: false };
  expect(of("member")).toEqual({ ...none, remove: true, setEnd: true });
  expect(of("admin")).toEqual({ ...none, remove: true, setEnd: true, removeAdmin: true });
});
