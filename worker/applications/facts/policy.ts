import type { ChangeFact, Fact } from "#shared/facts.ts";
import { Allowed } from "#worker/access/allowed.ts";
import type { Administrator } from "#worker/auth/sessions/actor.ts";
import { ApiError } from "#worker/http/api-error.ts";

const policy = Symbol("facts");

export type OnFacts<Act extends string, Of, By = Administrator> = Allowed<
  typeof policy,
  Act,
  Of,
  By
>;

/** A fact of an application. */
export type Declared = { applicationId: string; fact: Fact };
export type ChangedFact = Declared & { input: ChangeFact };

export function requireFactChange(
  by: Administrator,
  changed: ChangedFact,
): OnFacts<"change", ChangedFact> {
  const { kind, options } = { ...changed.fact, ...changed.input };
  if ((kind === "one_of") !== options.length > 0) throw new ApiError("fact_without_options");
  return new Allowed(policy, "change", changed, by);
}

/** Whether requirements ask for it is decided at the moment of the write. */
export function requireFactRemoval(
  by: Administrator,
  declared: Declared,
): OnFacts<"remove", Declared> {
  return new Allowed(policy, "remove", declared, by);
}

/** The application writes the values of a fact of its own. */
export function requireFactWrite<Row extends { id: string }, By extends { applicationId: string }>(
  caller: By,
  fact: Row | undefined,
): OnFacts<"write", Row, By> {
  if (fact === undefined) throw new ApiError("no_such_fact");
  return new Allowed(policy, "write", fact, caller);
}

/** What a program writes to. */
export type FactsToWrite = OnFacts<"write", { id: string }, { applicationId: string }>;
