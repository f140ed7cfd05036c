import type { BuiltUser } from "#test/support/people/builders.ts";
import { manages, owns, sees } from "./model.ts";
import type { ActorName, Model } from "./model.ts";

/** The group under test and the users, with their ids in the API. */
export type Real = {
  groupId: string;
  categoryId: string;
  people: Record<ActorName, BuiltUser>;
  /** The number of events after the last call. */
  eventCount: number;
};

/** A call of the API by `by`, about `whom` and the item `pick` where it has them. */
export type Call = { by: ActorName; whom: ActorName; pick: number };

export type Move = {
  send: (real: Real, model: Model, call: Call) => Promise<Response>;
  /** The expected status. */
  expect: (model: Model, call: Call) => number;
  /** Changes the model after a success; `body` is the response's, if any. */
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

/** 404 when the actor may not see the group, else the status of `rule`. */
export const ifVisible =
  (rule: (model: Model, call: Call) => number) => (model: Model, call: Call) =>
    sees(model, call.by) ? rule(model, call) : 404;
export const ifManaged = (rule: (model: Model, call: Call) => number, otherwise: number) =>
  ifVisible((model, call) => (manages(model, call.by) ? rule(model, call) : otherwise));
export const ifOwned = (rule: (model: Model, call: Call) => number) =>
  ifVisible((model, call) => (owns(model, call.by) ? rule(model, call) : 403));
