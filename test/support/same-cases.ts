import * as fc from "fast-check";
import { inject } from "vitest";

/** Properties without a seed of their own: a run has the same cases as the one before. */
fc.configureGlobal({ seed: inject("seed") });
