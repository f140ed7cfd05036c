import type * as z from "zod/mini";
import * as shapes from "./request-shapes.ts";
import { NOTHING, pageOf } from "./shapes.ts";

/** The response schema of each route of requests to join. */
export const REQUEST_ANSWERS: Record<string, z.ZodMiniType> = {
  "GET /api/groups/:id/join-requests": pageOf(shapes.requestToReview),
  "POST /api/groups/:id/join-requests": shapes.joinRequest,
  "POST /api/groups/join-requests/:id/approve": NOTHING,
  "POST /api/groups/join-requests/:id/reject": NOTHING,
  "POST /api/groups/join-requests/:id/withdraw": NOTHING,
  "POST /api/groups/:id/join-requests/approve": shapes.decisionResult,
  "POST /api/groups/:id/join-requests/reject": shapes.decisionResult,
  "POST /api/groups/:id/join-requests/undo": shapes.decisionResult,
};
