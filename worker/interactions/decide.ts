import { msg } from "#shared/language/macros.ts";
import { rejectSchema } from "#shared/groups/requests.ts";
import { REJECTION_REASON_MAX_LENGTH } from "#shared/groups/limits.ts";
import { idSchema } from "#shared/page.ts";
import type { Context } from "#worker/env.ts";
import {
  approveRequest,
  rejectRequest,
  requireRejectable,
} from "#worker/groups/requests/service.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { readRequestMessage } from "#worker/discord/posts/request-message.ts";
import { privately } from "./reply.ts";
import type { Asked, Reply } from "./reply.ts";

/** What a button or a form is about. The id says nothing by itself: rights and state are checked at the click. */
function readCustomId(customId: string): { verb: string; requestId: string } {
  const [verb = "", id = ""] = customId.split(":");
  const requestId = idSchema.safeParse(id);
  if (!requestId.success) throw new ApiError("unknown_button");
  return { verb, requestId: requestId.data };
}

/** Approve decides at once; Reject asks for a reason first. */
export async function press(
  { context, actor, words: { say } }: Asked,
  customId: string,
  messageId: string,
): Promise<Reply> {
  const { verb, requestId } = readCustomId(customId);
  if (verb === "approve") {
    await approveRequest(context, actor, requestId);
    return showMessage(context, messageId, say(msg`The request was approved.`));
  }
  await requireRejectable(context, actor, requestId);
  return {
    kind: "modal",
    modal: {
      custom_id: `reject:${requestId}`,
      title: say(msg`Reject the request`),
      components: [
        {
          type: 18,
          label: say(msg`Reason`),
          description: say(msg`The player reads it. It may stay empty.`),
          component: {
            type: 4,
            custom_id: "reason",
            style: 2,
            required: false,
            max_length: REJECTION_REASON_MAX_LENGTH,
          },
        },
      ],
    },
  };
}

export async function submitRejection(
  { context, actor, words: { say } }: Asked,
  customId: string,
  reasonText: string,
  messageId: string | undefined,
): Promise<Reply> {
  const { requestId } = readCustomId(customId);
  const parsed = rejectSchema.safeParse({ reason: reasonText || null });
  if (!parsed.success) throw new ApiError("reason_too_long");
  await rejectRequest(context, actor, requestId, parsed.data.reason);
  return showMessage(context, messageId, say(msg`The request was rejected.`));
}

/** The message with the decision. One that Muster has forgotten stays as it is. */
async function showMessage(
  { db }: Context,
  messageId: string | undefined,
  text: string,
): Promise<Reply> {
  const found = messageId === undefined ? undefined : await readRequestMessage(db, messageId);
  return found === undefined ? privately(text) : { kind: "update", message: found.message };
}
