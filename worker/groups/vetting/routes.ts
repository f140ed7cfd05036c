import { Hono } from "hono";
import { lookSchema, sharingSchema } from "#shared/groups/forms.ts";
import { handleSchema, noteParamSchema, noteSchema } from "#shared/groups/requests.ts";
import { users } from "#worker/auth/sessions/require-user.ts";
import { COSTS, PROOF_WHEN, STAYS, TAKES } from "#worker/http/route-declaration.ts";
import type { App } from "#worker/env.ts";
import { byId, validate } from "#worker/http/validate.ts";
import { readOwnRequest, readRequestPage } from "./page.ts";
import * as service from "./service.ts";

/** `/api/groups/join-requests/:id`: the page of one request, for its reviewers and for its pilot. */
export const vettingRoutes = new Hono<App>()
  .get("/join-requests/:id", users({ reads: "replica" }), byId, async (c) =>
    c.json(await readRequestPage(c.get("context"), c.get("actor"), c.req.valid("param").id)),
  )
  .get("/join-requests/:id/own", users({ reads: "replica" }), byId, async (c) =>
    c.json(await readOwnRequest(c.get("context"), c.get("actor"), c.req.valid("param").id)),
  )
  .put(
    "/join-requests/:id/talks",
    users({ lasts: STAYS.seenInActivity, takes: TAKES.again, cost: COSTS.edit }),
    byId,
    validate("json", handleSchema),
    async (c) => {
      const { id } = c.req.valid("param");
      await service.handle(c.get("context"), c.get("actor"), id, c.req.valid("json"));
      return c.body(null, 204);
    },
  )
  .post(
    "/join-requests/:id/look",
    users({ lasts: STAYS.seenInActivity, takes: TAKES.reads, cost: { act: "looks" } }),
    byId,
    validate("json", lookSchema),
    async (c) => {
      const { id } = c.req.valid("param");
      const { section } = c.req.valid("json");
      return c.json(await service.look(c.get("context"), c.get("actor"), id, section));
    },
  )
  .put(
    "/join-requests/:id/sharing",
    users({ lasts: PROOF_WHEN.shares, takes: TAKES.own, cost: COSTS.edit }),
    byId,
    validate("json", sharingSchema),
    async (c) => {
      const { id } = c.req.valid("param");
      await service.changeSharing(c.get("context"), c.get("actor"), id, c.req.valid("json"));
      return c.body(null, 204);
    },
  )
  .post(
    "/join-requests/:id/notes",
    users({ lasts: STAYS.seenInActivity, takes: TAKES.gives, cost: COSTS.edit }),
    byId,
    validate("json", noteSchema),
    async (c) => {
      const { id } = c.req.valid("param");
      const { note } = c.req.valid("json");
      await service.addNote(c.get("context"), c.get("actor"), id, note);
      return c.body(null, 204);
    },
  )
  .delete(
    "/join-requests/:id/notes/:noteId",
    users({
      lasts: STAYS.takesAway,
      takes: {
        undo: "A reviewer deletes an own note, and writes it again.",
      },
      cost: { paidBy: "writing the note" },
    }),
    validate("param", noteParamSchema),
    async (c) => {
      const { id, noteId } = c.req.valid("param");
      await service.deleteNote(c.get("context"), c.get("actor"), id, noteId);
      return c.body(null, 204);
    },
  );
