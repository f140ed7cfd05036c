import type { ApplicationEventDetail } from "#shared/events/details.ts";
import type { ApplicationEventKind } from "#shared/events/kinds.ts";

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
