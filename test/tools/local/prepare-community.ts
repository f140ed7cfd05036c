import { prepareState } from "./prepare-state.ts";

/** Makes the small community of a new local server in the directory that is named. */
const [, , state] = process.argv;
if (state === undefined) throw new Error("Name the directory of the community.");
prepareState(state);
