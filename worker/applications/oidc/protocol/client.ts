import { and, eq, exists, gt, isNull, or, sql } from "drizzle-orm";
import { sha256 } from "#worker/ground/crypto.ts";
import { applications, applicationSecrets } from "#worker/db/schema/applications.ts";
import { orm, prepare } from "#worker/db/statements.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
import { OAuthError } from "./oauth-error.ts";

const isSecret = exists(
  orm
    .select({ hash: applicationSecrets.hash })
    .from(applicationSecrets)
    .where(
      and(
        eq(applicationSecrets.hash, sql.placeholder("secretHash")),
        eq(applicationSecrets.applicationId, applications.id),
        or(
          isNull(applicationSecrets.endsAt),
          gt(applicationSecrets.endsAt, sql.placeholder("now")),
        ),
      ),
    ),
);

const selectById = prepare(
  {
    id: applications.id,
    name: applications.name,
    description: applications.description,
    isOn: applications.isOn,
    isPublic: applications.isPublic,
    redirectUris: applications.redirectUris,
    postLogoutUris: applications.postLogoutUris,
    errorsNameIssuer: applications.errorsNameIssuer,
    /** The secret of the request is one of the application's. */
    isAuthentic: sql<number>`${isSecret}`,
  },
  (fields) =>
    orm
      .select(fields)
      .from(applications)
      .where(eq(applications.id, sql.placeholder("id"))),
);
export type ClientRow = RowOfStatement<typeof selectById>;

export function selectClient(id: string, secretHash = "") {
  return selectById({ id, secretHash, now: Date.now() });
}

/** Who an application says it is. `secret` is undefined for a public one. */
export type Credentials = { id: string; secretHash: string | undefined };

/** `client_secret_basic`, `client_secret_post` or `none`; not two of them (RFC 6749, section 2.3). */
export async function readCredentials(
  authorization: string | undefined,
  parameters: Map<string, string>,
): Promise<Credentials> {
  const [id, secret] = [parameters.get("client_id"), parameters.get("client_secret")];
  const [, basic] = /^basic +([\w+/]+=*) *$/i.exec(authorization ?? "") ?? [];
  if (authorization !== undefined && basic === undefined) throw refused();
  if (basic === undefined) {
    if (id === undefined) throw refused();
    return { id, secretHash: secret === undefined ? undefined : await sha256(secret) };
  }
  const [name = "", ...rest] = decodeBasic(basic).split(":");
  const given = rest.join(":");
  if (secret !== undefined || (id !== undefined && id !== decodeForm(name))) {
    throw new OAuthError("invalid_request", "The application identifies itself in two ways.");
  }
  return { id: decodeForm(name), secretHash: await sha256(decodeForm(given)) };
}

/** The application that these credentials prove. Throws `invalid_client`. */
export function requireClient(row: ClientRow | undefined, { secretHash }: Credentials): ClientRow {
  const isProven = row?.isPublic === true ? secretHash === undefined : row?.isAuthentic === 1;
  if (row === undefined || !isProven) throw refused();
  if (!row.isOn) throw new OAuthError("invalid_client", "The application is switched off.");
  return row;
}

function refused(): OAuthError {
  return new OAuthError("invalid_client", "The id or the secret of the application is wrong.");
}

function decodeBasic(text: string): string {
  try {
    return atob(text);
  } catch {
    throw refused();
  }
}

/** Both parts are form-encoded before they are joined (RFC 6749, section 2.3.1). */
function decodeForm(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    throw refused();
  }
}
