import { Hono } from "hono";
import { consentAnswerSchema, consentQuerySchema } from "#shared/applications/consent.ts";
import { users, usersAndVisitors } from "#worker/auth/sessions/require-user.ts";
import { originOf } from "#worker/http/cross-site.ts";
import { COSTS, PRIMARY, STAYS, TAKES, visitors } from "#worker/http/route-declaration.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import type { SignedIn } from "#worker/auth/sessions/require-user.ts";
import type { App } from "#worker/env.ts";
import { rateLimit, subscriberOf } from "#worker/http/rate-limit.ts";
import { byId, validate } from "#worker/http/validate.ts";
import { answerConsent, askUser, askVisitor } from "./consent.ts";
import { endConsent } from "./grant-store.ts";
import { askSignOut, signOutOf } from "./logouts.ts";

const limitVisitors = rateLimit<SignedIn>("READ_LIMIT", subscriberOf);

/** `/api/consent`: the page on which a user lets an application know who they are. */
export const consentRoutes = new Hono<App>()
  .get(
    "/",
    usersAndVisitors({ reads: PRIMARY.signIn }, limitVisitors),
    validate("query", consentQuerySchema),
    async (c) => {
      const { query } = c.req.valid("query");
      const actor: UserActor | undefined = c.get("actor");
      const [context, issuer] = [c.get("context"), originOf(c)];
      return c.json(
        await (actor === undefined
          ? askVisitor(context, query, issuer)
          : askUser(context, actor, query, issuer)),
      );
    },
  )
  .post(
    "/",
    users({
      lasts: { ends: "The sign-in at the application ends with the session." },
      takes: TAKES.own,
      cost: { act: "signIns" },
    }),
    validate("json", consentAnswerSchema),
    async (c) =>
      c.json(
        await answerConsent(c.get("context"), c.get("actor"), c.req.valid("json"), originOf(c)),
      ),
  )
  .delete(
    "/:id",
    users({ lasts: STAYS.takesAway, takes: TAKES.own, cost: { paidBy: "the consent" } }),
    byId,
    async (c) => {
      await endConsent(c.get("context"), c.get("actor"), c.req.valid("param").id);
      return c.body(null, 204);
    },
  );

/** `/api/sign-out`: the page to which an application sends a user who signs out there. */
export const signOutRoutes = new Hono<App>()
  .use(rateLimit<App>("READ_LIMIT", subscriberOf))
  .get("/", visitors({ reads: PRIMARY.signIn }), validate("query", consentQuerySchema), async (c) =>
    c.json(await askSignOut(c.get("context"), c.req.valid("query").query, originOf(c))),
  )
  .post(
    "/",
    visitors({ lasts: STAYS.takesAway, takes: TAKES.own, cost: COSTS.endsAccess }),
    validate("json", consentQuerySchema),
    async (c) => c.json(await signOutOf(c.get("context"), c.req.valid("json").query, originOf(c))),
  );
