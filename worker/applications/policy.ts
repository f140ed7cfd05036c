import type { Application } from "#shared/applications/applications.ts";
import { Allowed } from "#worker/access/allowed.ts";
import type { Administrator } from "#worker/auth/sessions/actor.ts";
import { ApiError } from "#worker/http/api-error.ts";

const policy = Symbol("applications");

type Place = { id: string };

/** What an administrator may do with an application. */
export type OnApplications<Act extends string, Of = Place> = Allowed<
  typeof policy,
  Act,
  Of,
  Administrator
>;

export function requireAdministration(
  administrator: Administrator,
  id: string,
): OnApplications<"administer"> {
  return new Allowed(policy, "administer", { id }, administrator);
}

type Versioned = Pick<Application, "id" | "version">;

/** Settings are saved over those that the administrator saw. */
export function requireUnchanged(
  administrator: Administrator,
  { id, version: present }: Versioned,
  version: number,
): OnApplications<"change", Versioned> {
  if (present !== version) throw new ApiError("application_changed");
  return new Allowed(policy, "change", { id, version }, administrator);
}

export function requireConfidential(
  administrator: Administrator,
  { id, isPublic }: Pick<Application, "id" | "isPublic">,
): OnApplications<"replaceSecret"> {
  if (isPublic) throw new ApiError("public_application");
  return new Allowed(policy, "replaceSecret", { id }, administrator);
}
