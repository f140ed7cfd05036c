import { env } from "cloudflare:workers";
import { afterAll, vi } from "vitest";
import { emptyDatabase } from "./empty-database.ts";
import { assertDetailsOfEvents } from "./event-details.ts";
import { assertNoViolations } from "./harness.ts";
import { forgetStatements } from "./query-plans.ts";

// The files of a run share one runtime, because starting one takes longer than most files. Each gets the real time and
// the database as the migrations leave it.
vi.useRealTimers();
forgetStatements();

await emptyDatabase(env.DB);

afterAll(assertNoViolations);
afterAll(assertDetailsOfEvents);
