import * as z from "zod/mini";
import * as requestShapes from "./request-shapes.ts";
import * as shapes from "./shapes.ts";
import { NOTHING, pageOf } from "./shapes.ts";

/** The response schema of each route of requests to join. */
export const REQUEST_ANSWERS: Record<string, z.ZodMiniType> = {
  "GET /api/groups/:id/join-requests": pageOf(requestShapes.requestToReview),
  "GET /api/groups/:id/form": requestShapes.groupForm,
  "PUT /api/groups/:id/form": NOTHING,
  "GET /api/groups/:id/form/own": requestShapes.previews,
  "PUT /api/groups/join-requests/:id/talks": NOTHING,
  "POST /api/groups/join-requests/:id/look": requestShapes.look,
  "PUT /api/groups/join-requests/:id/sharing": NOTHING,
  "POST /api/groups/join-requests/:id/notes": NOTHING,
  "DELETE /api/groups/join-requests/:id/notes/:noteId": NOTHING,
  "GET /api/groups/join-requests/:id": requestShapes.requestPage,
  "GET /api/groups/join-requests/:id/own": requestShapes.ownRequest,
  "POST /api/groups/:id/join-requests": requestShapes.joinRequest,
  "POST /api/groups/join-requests/:id/approve": NOTHING,
  "POST /api/groups/join-requests/:id/reject": NOTHING,
  "POST /api/groups/join-requests/:id/withdraw": NOTHING,
  "PUT /api/groups/:id/members/ends": z.strictObject({ changed: shapes.count }),
  "POST /api/groups/:id/emergency-access": shapes.group,
  "POST /api/groups/:id/join-requests/approve": requestShapes.decisionResult,
  "POST /api/groups/:id/join-requests/reject": requestShapes.decisionResult,
  "POST /api/groups/:id/join-requests/undo": requestShapes.decisionResult,
};

/** The response schema of each route of invite codes. */
export const CODE_ANSWERS: Record<string, z.ZodMiniType> = {
  "GET /api/groups/:id/invite-codes": pageOf(shapes.inviteCode),
  "POST /api/groups/:id/invite-codes": shapes.inviteCode,
  "POST /api/groups/invite-codes/:id/revoke": NOTHING,
  "POST /api/groups/invite-codes/preview": shapes.inviteCodePreview,
  "POST /api/invite-links": shapes.inviteLink,
  "POST /api/groups/invite-codes/redeem": shapes.joinedGroup,
};
