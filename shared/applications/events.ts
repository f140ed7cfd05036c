import type { Changes } from "#shared/events/changes.ts";
import type { ApplicationEventKind } from "#shared/events/kinds.ts";

/** What an event of an application says. */
export type ApplicationEventDetail = {
  /** Of an update: each changed field, before and after. */
  changes?: Changes<string> | undefined;
  /** Why a sign-in was refused. */
  reason?: string | undefined;
  /** Of sessions that were ended. */
  count?: number | undefined;
  /** Of an API token, or the host of a webhook. */
  label?: string | undefined;
};

/** An actor of null is Muster itself. Without an application: about the keys of all. */
export type ApplicationEvent = {
  id: string;
  kind: ApplicationEventKind;
  createdAt: string;
  actor: { userId: string | null; name: string | null } | null;
  /** Who signed in, or whose consent ended. */
  subject: { userId: string | null; name: string | null } | null;
  applicationId: string | null;
  applicationName: string | null;
  detail: ApplicationEventDetail;
  requestId: string;
};
