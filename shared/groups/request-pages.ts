import type { RequestEventKind } from "#shared/events/kinds.ts";
import type { Cause } from "#shared/requirements/cause.ts";
import type { Outcome } from "#shared/requirements/outcome.ts";
import type { SharedSection } from "./forms.ts";
import type {
  AnsweredForm,
  AskedSection,
  JoinRequestStatus,
  RequestNote,
  RequestToReview,
} from "./requests.ts";

/** What happened to a request. `section`: of a look. `movedFrom`: the system that it moved in from. */
export type RequestEvent = {
  kind: RequestEventKind;
  byName: string | null;
  at: string;
  section: SharedSection | null;
  movedFrom: string | null;
};

/** Whether the pilot meets the requirements now. Causes that the reader may not know are left out. */
export type ReviewedRequirements = { outcome: Outcome; causes: Cause[] };

/** A request in any state, for a reviewer. */
export type RequestPage = RequestToReview & {
  groupName: string;
  rejectionReason: string | null;
  decidedAt: string | null;
  /** What an open request must meet; null if nothing is required, and for guests. */
  requirements: ReviewedRequirements | null;
  /** Null if the group had no form. */
  answered: AnsweredForm | null;
  /** What reviewers alone read; null for administrators who do not review. */
  reviewer: {
    sections: AskedSection[];
    /** When sharing ends by itself; null if it has ended or nothing is shared. */
    sharedUntil: string | null;
    notes: RequestNote[];
    history: RequestEvent[];
  } | null;
};

/** A request in any state, for the pilot who made it. */
export type OwnRequest = {
  id: string;
  groupId: string;
  /** Null if the group is hidden from the pilot now. */
  groupName: string | null;
  reason: string | null;
  status: JoinRequestStatus;
  createdAt: string;
  isExtension: boolean;
  decidedAt: string | null;
  rejectionReason: string | null;
  answered: AnsweredForm | null;
  inTalks: boolean;
  assigneeName: string | null;
  shared: { section: SharedSection; characterIds: number[] }[];
  /** When sharing ends by itself; null if it has ended or nothing is shared. */
  sharedUntil: string | null;
  history: RequestEvent[];
};
