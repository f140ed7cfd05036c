import { keyRotation } from "#worker/applications/oidc/signing-keys.ts";
import { logouts } from "#worker/applications/oidc/logouts.ts";
import { webhookWork } from "#worker/applications/webhooks/deliver.ts";
import { evidenceWork } from "#worker/characters/evidence-job.ts";
import { sheetRefresh } from "#worker/characters/refresh/refresh.ts";
import { healthRounds } from "#worker/corporations/directors/health-checks.ts";
import { fetchWork } from "#worker/corporations/fetch/service.ts";
import { eventWork } from "#worker/discord/posts/operation-events.ts";
import { postWork } from "#worker/discord/posts/service.ts";
import { syncWork } from "#worker/discord/servers/sync/service.ts";
import { evaluation } from "#worker/enrolment/passes/evaluation.ts";
import { membershipEnds } from "#worker/groups/members/ends-job.ts";
import { fleetReadings } from "#worker/operations/readings.ts";
import { repeatWork } from "#worker/operations/repeats.ts";
import { rosterNames } from "#worker/roster/names.ts";
import { noticeWork } from "#worker/roster/notice-polls.ts";
import type { RegistryEntry } from "#worker/work/begin-due.ts";
import { deferredWrites } from "#worker/work/deferred-writes.ts";
import type { BodyOf } from "#worker/work/define-work.ts";
import { foldAgain } from "#worker/work/fold-again.ts";
import { cronJobs } from "./cron-jobs.ts";

/** What Discord and the applications are told. */
const told = { after: [membershipEnds, noticeWork, evaluation] };

/** Every kind of work that goes on after a request, what makes it due, and what follows from what. */
export const REGISTRY = [
  { work: cronJobs, after: [] },
  { work: deferredWrites, after: [] },
  { work: healthRounds, after: [] },
  { work: sheetRefresh, after: [] },
  { work: keyRotation, after: [] },
  { work: foldAgain, after: [] },
  { work: fetchWork, after: [], markedBy: ({ rules }) => [rules] },
  { work: noticeWork, after: [fetchWork], markedBy: ({ rosters }) => [rosters] },
  { work: rosterNames, after: [fetchWork] },
  { work: fleetReadings, after: [] },
  { work: repeatWork, after: [] },
  { work: membershipEnds, after: [] },
  {
    work: evaluation,
    after: [membershipEnds, noticeWork],
    markedBy: ({ evaluationMarks, rules }) => [evaluationMarks, rules],
  },
  { work: syncWork, ...told, markedBy: ({ discordMarks }) => [discordMarks] },
  { work: postWork, ...told, markedBy: ({ feeds }) => [feeds] },
  { work: eventWork, after: [] },
  { work: webhookWork, ...told },
  { work: logouts, ...told, markedBy: ({ grants }) => [grants] },
  { work: evidenceWork, after: [], unless: [evaluation] },
] as const satisfies readonly RegistryEntry[];

export type JobMessage = BodyOf<(typeof REGISTRY)[number]["work"]>;
