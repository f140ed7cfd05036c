import { expect, test } from "vitest";
import { abilitiesOf } from "#worker/groups/group/policy.ts";
import {
  appointmentRefusal,
  dismissalRefusal,
  joinRefusal,
  leaveRefusal,
  memberAbilitiesOf,
  removalRefusal,
  transferRefusal,
} from "#worker/groups/members/policy.ts";

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

const SCOUTS = { name: "Scouts", enrolment: null };
const BY_REQUIREMENTS = { name: "Scouts", enrolment: "automatic" as const };
const TOVI = { role: "member" as const, mainCharacterName: "Tovi Lark", emergencyId: null };
const conflict = (message: string) => expect.objectContaining({ code: "conflict", message });

test("emergency access can be ended early also where the requirements enrol members", () => {
  const can = abilitiesOf({ ...MEMBER, role: "owner" }, PILOT);
  const emergency = { role: "member" as const, emergencyId: "e" };
  expect(memberAbilitiesOf({ can, ...BY_REQUIREMENTS }, emergency, false).remove).toBe(true);
});

test("where the requirements enrol members, every refusal says so", () => {
  const stranger = { ...BY_REQUIREMENTS, role: null, joinMode: "open" as const };
  expect(joinRefusal(stranger)).toEqual(
    conflict("Players who meet the requirements of Scouts become members automatically."),
  );
  const decided = conflict(
    "The requirements of Scouts decide who is a member. Change them to remove somebody.",
  );
  for (const role of ["member", "admin"] as const) {
    expect(leaveRefusal({ ...BY_REQUIREMENTS, role })).toEqual(
      conflict("You meet the requirements of Scouts, so you are a member. You cannot leave."),
    );
    expect(removalRefusal(BY_REQUIREMENTS, { ...TOVI, role })).toEqual(decided);
  }
});

test("the requirements do not decide about the owner or about users who are not members", () => {
  expect(leaveRefusal({ ...BY_REQUIREMENTS, role: "owner" })).toEqual(
    conflict("You own Scouts. Transfer it to another member before you leave."),
  );
  expect(leaveRefusal({ ...BY_REQUIREMENTS, role: null })).toEqual(
    conflict("You are not a member of Scouts."),
  );
  expect(removalRefusal(BY_REQUIREMENTS, { ...TOVI, role: "owner" })).toEqual(
    conflict("Tovi Lark owns Scouts and cannot be removed."),
  );
});

test.each([
  ["an admin", appointmentRefusal],
  ["the owner", transferRefusal],
])("emergency access or a suspension keeps a member from becoming %s", (_, refuse) => {
  expect(refuse(SCOUTS, { ...TOVI, emergencyId: "e" })).toEqual(
    conflict("Tovi Lark has emergency access for some hours, and cannot get another role."),
  );
  expect(refuse(SCOUTS, TOVI)).toEqual(
    conflict("Tovi Lark is suspended and cannot get a role until the suspension ends."),
  );
});

test("refusals name a member without a main as this player", () => {
  const unnamed = { ...TOVI, mainCharacterName: null };
  expect(appointmentRefusal(SCOUTS, unnamed).message).toBe(
    "This player is suspended and cannot get a role until the suspension ends.",
  );
  expect(dismissalRefusal(SCOUTS, unnamed).message).toBe("This player is not an admin of Scouts.");
});
