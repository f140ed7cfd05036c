import { asc, desc, eq, sql } from "drizzle-orm";
import { NAMED } from "#shared/consequences.ts";
import type { Consequences } from "#shared/consequences.ts";
import { runNamed } from "#worker/db/batch.ts";
import { characters, users } from "#worker/db/schema/accounts.ts";
import {
  applicationConsents,
  applicationGrants,
  applications,
} from "#worker/db/schema/applications.ts";
import { apiTokens, webhooks } from "#worker/db/schema/application-interfaces.ts";
import { orm, prepare } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { selectGroupsAskingFacts } from "#worker/db/rule-conditions.ts";
import { consequence, counted, namesOf, peopleOf } from "./consequence.ts";

const id = sql.placeholder("id");

const selectApplication = prepare(
  {
    people: sql<number>`(select count(*) from ${applicationConsents} where ${applicationConsents.applicationId} = ${id})`,
    signIns: sql<number>`(select count(*) from ${applicationGrants} where ${applicationGrants.applicationId} = ${id})`,
  },
  (fields) => orm.select(fields).from(applications).where(eq(applications.id, id)),
);

/** The people who signed in last. */
const selectPeople = prepare({ name: characters.name }, (fields) =>
  orm
    .select(fields)
    .from(applicationConsents)
    .innerJoin(users, eq(users.id, applicationConsents.userId))
    .leftJoin(characters, eq(characters.id, users.mainCharacterId))
    .where(eq(applicationConsents.applicationId, id))
    .orderBy(desc(applicationConsents.lastSignInAt), asc(applicationConsents.userId))
    .limit(NAMED),
);

const selectTokens = prepare({ name: apiTokens.name }, (fields) =>
  orm
    .select(fields)
    .from(apiTokens)
    .where(eq(apiTokens.applicationId, id))
    .orderBy(asc(apiTokens.createdAt)),
);

const selectWebhooks = prepare({ url: webhooks.url }, (fields) =>
  orm
    .select(fields)
    .from(webhooks)
    .where(eq(webhooks.applicationId, id))
    .orderBy(asc(webhooks.createdAt)),
);

/** Who uses an application, and what stops with it. */
export async function ofApplication({ db }: Context, applicationId: string): Promise<Consequences> {
  const values = { id: applicationId };
  const read = await runNamed(db, {
    application: [selectApplication(values)],
    people: [selectPeople(values)],
    tokens: [selectTokens(values)],
    webhooks: [selectWebhooks(values)],
    rules: [selectGroupsAskingFacts(values)],
  });
  const [[application]] = read.application;
  if (application === undefined) throw new ApiError("no_such_application");
  return {
    people: peopleOf(
      read.people[0].map(({ name }) => name),
      application.people,
    ),
    follows: [
      ...counted("sign_ins", application.signIns),
      ...consequence("tokens", namesOf(read.tokens[0])),
      ...consequence(
        "webhooks",
        read.webhooks[0].map(({ url }) => new URL(url).host),
      ),
      ...consequence("unread_rules", namesOf(read.rules[0])),
    ],
  };
}

/** What stops while the application is off. Sessions there last: the application notices when it renews them. */
export async function ofApplicationOff(
  context: Context,
  applicationId: string,
): Promise<Consequences> {
  const { people, follows } = await ofApplication(context, applicationId);
  return { people, follows: follows.filter(({ kind }) => kind !== "sign_ins") };
}
