import { factValues, facts } from "#worker/db/schema/applications/facts.ts";
import { onDelete, type Reactions, text } from "./reaction.ts";

/** What goes with a fact. */
export const factReactions: Reactions = {
  fact_removed: onDelete(facts, {
    follows: [text`DELETE FROM ${factValues} WHERE ${factValues.factId} = old.${facts.id}`],
  }),
};
