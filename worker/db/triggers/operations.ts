import { operationReadings, participations } from "#worker/db/schema/operations.ts";
import { afterDelete, afterInsert } from "./reaction.ts";
import type { Reactions } from "./reaction.ts";

/**
 * A reading lists who took part, and stays true when accounts are deleted or merged. At the end of an operation the list is written before
 * the rows, so that only those who are not in it cost a row more.
 */
export const operationReactions: Reactions = {
  participation_added: {
    on: afterInsert(participations),
    when: "(SELECT instr(people, new.user_id) FROM operation_readings WHERE operation_id = new.operation_id) = 0",
    follows: [
      `UPDATE operation_readings SET people = json_insert(people, '$[#]', new.user_id)
		WHERE operation_id = new.operation_id`,
    ],
  },

  participation_removed: {
    on: afterDelete(participations),
    follows: [
      `UPDATE operation_readings SET people = (SELECT json_group_array(value)
			FROM json_each(operation_readings.people) WHERE value <> old.user_id)
		WHERE operation_id = old.operation_id`,
    ],
  },

  readings_of_operation_deleted: {
    on: afterDelete(operationReadings),
    follows: [
      `DELETE FROM participations WHERE operation_id = old.operation_id
		AND user_id IN (SELECT value FROM json_each(old.people))`,
    ],
  },
};
