import { and, eq } from "drizzle-orm";
import { SHARE_DAYS } from "#shared/groups/forms.ts";
import type { Answers, FormContent, SharedSection } from "#shared/groups/forms.ts";
import { DAY_MS } from "#shared/time.ts";
import type { TestContext } from "#test/support/workerd/test-database.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { users } from "#worker/db/schema/accounts.ts";
import { groups, joinRequests } from "#worker/db/schema/groups.ts";
import { requestAnswers, requestShares } from "#worker/db/schema/group-forms.ts";
import { saveForm } from "#worker/groups/forms/service.ts";
import { addNote, handle, look } from "#worker/groups/vetting/service.ts";
import { PROVEN_SESSION } from "./proven-session.ts";

const GROUP = "Capitals Wing";
/** Its members review too. */
const REVIEWERS = "Fleet Commander School";
const SHARE_DAYS_AFTER = 7;

const FORM: FormContent = {
  introduction:
    "We fly dreads and carriers when the fight is worth them. It takes three minutes; nobody fails for what they cannot fly yet.",
  questions: [
    {
      kind: "text",
      id: "ship",
      text: "What do you want to fly with us, and what is missing?",
      isRequired: true,
    },
    {
      kind: "choice",
      id: "zone",
      text: "When are you on?",
      isRequired: true,
      options: ["European evenings", "American evenings", "Australian evenings"],
    },
    {
      kind: "choices",
      id: "help",
      text: "What else can you bring?",
      isRequired: false,
      options: ["A cyno", "Fuel", "A scout", "A second account"],
    },
    { kind: "yes_no", id: "voice", text: "Can you talk on Mumble?", isRequired: true },
  ],
  sections: ["skills", "training", "wallet", "corporationHistory"],
  whose: "main",
  shareDays: SHARE_DAYS_AFTER,
};

type Applicant = { name: string; answers: Answers; shared: readonly SharedSection[] };

/** The first shares, and was looked at; the second waits, and shares nothing. */
const APPLICANTS: readonly [Applicant, Applicant] = [
  {
    name: "Oskar Wren",
    answers: {
      ship: "Naglfar with tech two guns. The Moros is three weeks out.",
      zone: "European evenings",
      help: ["A cyno", "A second account"],
      voice: true,
    },
    shared: ["skills", "training", "corporationHistory"],
  },
  {
    name: "Valka Stroud",
    answers: {
      ship: "Flew triage for Pale Harbor for two years. References on request.",
      zone: "American evenings",
      voice: false,
    },
    shared: [],
  },
];

/** A group with a form, which two of the pilots who wait have answered. `userIds` is by the main's name. */
export async function seedVetting(context: TestContext, userIds: ReadonlyMap<string, string>) {
  const { db } = context;
  const groupIdOf = async (name: string) => {
    const [group] = await db.select({ id: groups.id }).from(groups).where(eq(groups.name, name));
    return group?.id ?? "";
  };
  const [groupId, reviewerGroupId] = [await groupIdOf(GROUP), await groupIdOf(REVIEWERS)];
  const leader = actor(userIds, "Aurelia Voss");
  await saveForm(context, leader, groupId, { version: null, form: FORM, reviewerGroupId });
  const [seen = ""] = await Promise.all(
    APPLICANTS.map((applicant) =>
      answer(context, groupId, reviewerGroupId, {
        ...applicant,
        userId: userIds.get(applicant.name) ?? "",
      }),
    ),
  );
  const reviewer = actor(userIds, "Mira Tal");
  await look(context, reviewer, seen, "skills");
  await addNote(
    context,
    reviewer,
    seen,
    "Asked about the Moros on Thursday. Fits the doctrine once it is in.",
  );
  await handle(context, reviewer, seen, { inTalks: true, assigneeId: reviewer.userId });
}

function actor(userIds: ReadonlyMap<string, string>, name: string): UserActor {
  const isAdmin = name === "Aurelia Voss";
  return {
    kind: "user",
    userId: userIds.get(name) ?? "",
    ...PROVEN_SESSION,
    isAdmin,
    isGuest: false,
  };
}

/** What the pilot would have sent with the request. Returns the request's id. */
async function answer(
  { db }: TestContext,
  groupId: string,
  reviewerGroupId: string,
  { userId, answers, shared }: Applicant & { userId: string },
): Promise<string> {
  const [request] = await db
    .select({ id: joinRequests.id, createdAt: joinRequests.createdAt, main: users.mainCharacterId })
    .from(joinRequests)
    .innerJoin(users, eq(users.id, joinRequests.userId))
    .where(and(eq(joinRequests.groupId, groupId), eq(joinRequests.userId, userId)));
  if (request === undefined || request.main === null) throw new Error("There is no such request.");
  const { id: requestId, createdAt, main: characterId } = request;
  await db.batch([
    // The form asks for more than a reason.
    db.update(joinRequests).set({ reason: null }).where(eq(joinRequests.id, requestId)),
    db.insert(requestAnswers).values({
      requestId,
      groupId,
      formVersion: 1,
      answers,
      shareDays: SHARE_DAYS_AFTER,
      reviewerGroupId,
      shareUntil: new Date(createdAt.getTime() + SHARE_DAYS * DAY_MS),
    }),
    ...shared.map((section) =>
      db.insert(requestShares).values({ requestId, section, characterId }),
    ),
  ]);
  return requestId;
}
