import { administrators, everybody, signedIn } from "./access-row.ts";
import type { Row } from "./access-row.ts";

const ADMIN: Row = { hidden: null, statuses: administrators(200), ids: ["application"] };
const REDIRECT: Row = { hidden: null, statuses: [303, 303, 303, 303, 303, 303] };
const QUESTION = { hidden: null, query: "?query=client_id%3Dnone" };
/** An application has to prove what it is: no session counts there. */
const UNPROVEN: Row = { hidden: null, statuses: [401, 401, 401, 401, 401, 401] };
const NO_FORM: Row = { hidden: null, statuses: [400, 400, 400, 400, 400, 400] };

/** Who may call the routes of applications that users sign in to. What applications may do: oidc-*.test.ts. */
export const APPLICATIONS: Record<string, Row> = {
  "GET /api/admin/applications": { hidden: null, statuses: administrators(200) },
  "POST /api/admin/applications": {
    hidden: null,
    statuses: administrators(201),
    body: { name: "Wiki", isPublic: false, redirectUris: [] },
  },
  "POST /api/admin/applications/keys/rotate": { hidden: null, statuses: administrators(202) },
  "GET /api/admin/applications/:id": ADMIN,
  "PATCH /api/admin/applications/:id": { ...ADMIN, body: { version: 0, name: "Atlas" } },
  "DELETE /api/admin/applications/:id": { ...ADMIN, statuses: administrators(204) },
  "POST /api/admin/applications/:id/switch": { ...ADMIN, body: { isOn: false, version: 0 } },
  "POST /api/admin/applications/:id/secret": ADMIN,
  "POST /api/admin/applications/:id/end-sessions": ADMIN,
  "POST /api/admin/applications/:id/test-sign-in": ADMIN,
  "GET /api/admin/applications/:id/sign-ins": ADMIN,
  "GET /api/admin/applications/:id/claims": ADMIN,

  "GET /api/consent": { ...QUESTION, statuses: everybody },
  "POST /api/consent": {
    hidden: null,
    statuses: signedIn(404),
    body: { query: "client_id=none", decision: "allow" },
  },
  "DELETE /api/consent/:id": { hidden: null, statuses: signedIn(404), ids: ["application"] },
  "GET /api/sign-out": { ...QUESTION, statuses: everybody },
  "POST /api/sign-out": { hidden: null, statuses: everybody, body: { query: "" } },

  "GET /.well-known/openid-configuration": { hidden: null, statuses: everybody },
  "GET /.well-known/oauth-authorization-server": { hidden: null, statuses: everybody },
  "GET /oauth/jwks": { hidden: null, statuses: everybody },
  "GET /oauth/authorize": REDIRECT,
  "POST /oauth/authorize": NO_FORM,
  "GET /oauth/logout": REDIRECT,
  "POST /oauth/logout": NO_FORM,
  "POST /oauth/token": NO_FORM,
  "POST /oauth/revoke": NO_FORM,
  "GET /oauth/userinfo": UNPROVEN,
  "POST /oauth/userinfo": UNPROVEN,
};
