import { eq, sql } from "drizzle-orm";
import {
  applicationConsents,
  applicationGrants,
  applications,
} from "#worker/db/schema/applications.ts";
import { facts, factValues } from "#worker/db/schema/facts.ts";
import { list } from "./list.ts";

/** Applications that the user signs in to. */
export const APPLICATION_LISTS = {
  applications: list({
    table: applicationConsents,
    fields: {
      applicationId: applicationConsents.applicationId,
      applicationName: sql<string>`(select ${applications.name} from ${applications}
        where ${applications.id} = ${applicationConsents.applicationId})`,
      claims: applicationConsents.claims,
      createdAt: applicationConsents.createdAt,
      lastSignInAt: applicationConsents.lastSignInAt,
    },
    isOf: (userId) => eq(applicationConsents.userId, userId),
    key: ["applicationId"],
  }),
  facts: list({
    table: factValues,
    fields: {
      factId: factValues.factId,
      title: sql<string | null>`(select ${facts.title} from ${facts}
        where ${facts.id} = ${factValues.factId})`,
      applicationName: sql<string | null>`(select ${applications.name} from ${facts}
        inner join ${applications} on ${applications.id} = ${facts.applicationId}
        where ${facts.id} = ${factValues.factId})`,
      value: factValues.value,
      asOf: factValues.asOf,
      endsAt: factValues.endsAt,
    },
    isOf: (userId) => eq(factValues.userId, userId),
    key: ["factId"],
  }),
  applicationSessions: list({
    table: applicationGrants,
    fields: {
      sessionId: applicationGrants.id,
      agreedInSessionId: applicationGrants.sessionId,
      applicationId: applicationGrants.applicationId,
      scope: applicationGrants.scope,
      authenticatedAt: applicationGrants.authenticatedAt,
      createdAt: applicationGrants.createdAt,
      rotatedAt: applicationGrants.rotatedAt,
      expiresAt: applicationGrants.expiresAt,
    },
    isOf: (userId) => eq(applicationGrants.userId, userId),
    key: ["sessionId"],
  }),
};
