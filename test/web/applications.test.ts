import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { CLAIMS } from "#shared/applications/claims.ts";
import type { ConsentFacts } from "#shared/applications/consent.ts";
import { RIGHTS } from "#shared/applications/tokens.ts";
import { webhookTopicSchema } from "#shared/applications/webhooks.ts";
import { allowedText, peopleText } from "#web/applications/application-summary.tsx";
import { CLAIM_TEXTS } from "#web/applications/settings/claims-card.tsx";
import { RIGHT_TEXTS } from "#web/applications/tokens-card.tsx";
import { applicationKey, secretQuery } from "#web/applications/queries.ts";
import { answerText, triesText } from "#web/applications/delivery-list.tsx";
import { TOPIC_TEXTS } from "#web/applications/webhooks-card.tsx";
import { hiddenFacts, learnedFacts } from "#web/consent/consent-facts.ts";
import { textOf } from "#web/lib/sentence.ts";

const NOTHING: ConsentFacts = {
  main: null,
  picture: false,
  affiliation: null,
  groups: null,
  groupCount: 9,
  characters: null,
  email: false,
};

const read = (will: Partial<ConsentFacts>) =>
  learnedFacts({ ...NOTHING, ...will }).map(({ title, values }) => `${title}: ${textOf(values)}`);

test("the consent page says what an application will know, with the user's own values", () => {
  expect(
    read({
      main: { characterId: 1, name: "Aurelia Voss" },
      picture: true,
      affiliation: { corporationName: "Sable Meridian", allianceName: "Null Concord" },
      groups: ["Home Defence", "Логистика"],
      characters: ["Aurelia Voss", "Renwick Pell"],
      email: true,
    }),
  ).toEqual([
    "Your main character: Aurelia Voss, with portrait",
    "Corporation and alliance: Sable Meridian, Null Concord",
    "All your characters, 2: Aurelia Voss and Renwick Pell",
    "2 of your 9 groups: Home Defence and Логистика",
    "An email address made by Muster: It receives no mail. Your own address is not known here.",
  ]);
});

test("an application that learns no claims is told an identifier", () => {
  expect(read({})).toEqual([
    "An identifier: It says that you are the same person as before, and nothing about you.",
  ]);
});

test("a user in no group that was granted reads that the application learns of later ones", () => {
  expect(read({ groups: [] })).toEqual([
    "None of your groups: You are in no group that it is told about. It learns when you join one.",
  ]);
  expect(read({ groups: ["Home Defence"], groupCount: 1 })).toEqual([
    "1 of your 1 group: Home Defence",
  ]);
});

test("a main in no alliance, and a corporation that was never read", () => {
  const affiliation = { corporationName: "Sable Meridian", allianceName: null };
  expect(read({ affiliation })).toEqual([
    "Corporation and alliance: Sable Meridian, in no alliance",
  ]);
  expect(read({ affiliation: { corporationName: null, allianceName: null } })).toEqual([
    "Corporation and alliance: Not read yet",
  ]);
});

test("what is told is not in the list of what an application will not know", () => {
  expect(hiddenFacts(NOTHING)).toBe(
    "Your other characters, your groups, your wallet, skills and location, your Discord. It gets no access to EVE.",
  );
  expect(hiddenFacts({ ...NOTHING, groups: ["A"], characters: ["B"] })).toBe(
    "Your other groups, your wallet, skills and location, your Discord. It gets no access to EVE.",
  );
});

test("a delivery says what was answered, and which try it was", () => {
  const answer = { status: 204, durationMs: 118, error: null };
  expect(answerText(answer)).toBe("204 in 118 ms");
  expect(answerText({ ...answer, status: 503, durationMs: 9960 })).toBe("503 after 10 s");
  expect(answerText({ status: null, durationMs: null, error: "No answer within 10 s" })).toBe(
    "No answer within 10 s",
  );
  expect(answerText({ status: null, durationMs: null, error: null })).toBe("Not sent yet");
  expect(triesText({ state: "waiting", tries: 3 }, 12)).toBe("try 3 of 12");
  expect(triesText({ state: "waiting", tries: 0 }, 12)).toBe("");
  expect(triesText({ state: "delivered", tries: 1 }, 12)).toBe("");
  expect([2, 3, 11].map((tries) => triesText({ state: "delivered", tries }, 12))).toEqual([
    "2nd try",
    "3rd try",
    "11th try",
  ]);
  expect(triesText({ state: "failed", tries: 12 }, 12)).toBe("given up after 12 tries");
});

test("every claim, right and topic is explained to administrators", () => {
  expect(CLAIM_TEXTS.map(({ claim }) => claim)).toEqual([...CLAIMS]);
  expect(RIGHT_TEXTS.map(({ value }) => value)).toEqual([...RIGHTS]);
  expect(TOPIC_TEXTS.map(({ value }) => value)).toEqual(webhookTopicSchema.options);
});

test("people are counted up to a limit, which is shown", () => {
  expect(peopleText(1)).toBe("1 person");
  expect(allowedText(999)).toBe("999 people allowed it");
  expect(peopleText(1000)).toBe("999+ people");
});

test("a secret that is shown once stays when all of the application is read again", async () => {
  const client = new QueryClient();
  const shown = new QueryObserver(client, secretQuery("wiki"));
  const stop = shown.subscribe(() => undefined);
  client.setQueryData(secretQuery("wiki").queryKey, "secret");
  await client.invalidateQueries({ queryKey: applicationKey("wiki") });
  expect(shown.getCurrentResult().data).toBe("secret");
  stop();
});
