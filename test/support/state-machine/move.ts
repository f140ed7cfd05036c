import type { BuiltUser } from "#test/support/builders.ts";
import { manages, owns, sees } from "./model.ts";
import type { ActorName, Model } from "./model.ts";

/** The group under test, and the people, as the API knows them. */
export type Real = {
  groupId: string;
  categoryId: string;
  people: Record<ActorName, BuiltUser>;
  /** How many lines there were in the log after the last call. */
  eventCount: number;
};

/** One call of the API. `by` makes it; `whom` and `pick` are what it is about, if it is about something. */
export type Call = { by: ActorName; whom: ActorName; pick: number };

export type Move = {
  send: (real: Real, model: Model, call: Call) => Promise<Response>;
  /** The status that the rules ask for. */
  expect: (model: Model, call: Call) => number;
  /** What a success changes; `body` is the answer's, if it has one. */
  apply: (model: Model, call: Call, body: Record<string, unknown>) => void;
};

export const NOBODY = "nobody";

export const groups = (real: Real, { by }: Call) => real.people[by].api.groups;
export const group = (real: Real, call: Call) => groups(real, call)[":id"];
export const param = ({ groupId }: Real) => ({ id: groupId });
export function at<Item>(items: Item[], pick: number): Item {
  const item = items[pick % items.length];
  if (item === undefined) throw new Error("There is nothing to pick from.");
  return item;
}

/** 404 to those who do not see the group, else what `rule` says. */
export const ifSeen = (rule: (model: Model, call: Call) => number) => (model: Model, call: Call) =>
  sees(model, call.by) ? rule(model, call) : 404;
export const ifManaged = (rule: (model: Model, call: Call) => number, otherwise: number) =>
  ifSeen((model, call) => (manages(model, call.by) ? rule(model, call) : otherwise));
export const ifOwned = (rule: (model: Model, call: Call) => number) =>
  ifSeen((model, call) => (owns(model, call.by) ? rule(model, call) : 403));
