/** What `GET /api/health` answers when all is well; anything else is an error with its status. */
export type Health = { status: "ok" };

/** `unknown`: it could not be found out now, which is no failure of its own. */
export type CheckState = "ok" | "warning" | "failed" | "unknown";

/** A value that is to be entered somewhere else, exactly as it stands here. */
type CopyValue = { label: string; value: string };

/** One line of the self-diagnosis. */
export type HealthCheck = {
  id: string;
  title: string;
  state: CheckState;
  /** What was found. */
  words: string;
  /** What to do about it; null when there is nothing to do. */
  fix: string | null;
  values: CopyValue[];
  /** What the page can do about it. */
  action?: "register-commands";
};

/** A character of ADMIN_CHARACTER_IDS whose owner has changed. It gives no rights until its owner is confirmed. */
export type WithheldAdministrator = {
  characterId: number;
  characterName: string;
  /** The main of the user who holds it; null if no user does. */
  heldBy: string | null;
  /** When another owner was first seen; null if the character was not in the list at that time. */
  since: string | null;
};

/** Something that went wrong lately. `id` is the one that the record and the log have. */
export type HealthFailure = { id: string; what: string; words: string; at: string };

export type HealthDetails = {
  /** The worst of all lines that are known. */
  state: CheckState;
  checks: HealthCheck[];
  withheldAdministrators: WithheldAdministrator[];
  /** Newest first. */
  failures: HealthFailure[];
  version: {
    product: string;
    /** The commit it was deployed from, where the deployment said so. */
    commit: string | null;
    deployedAt: string | null;
    esiCompatibilityDate: string;
  };
  checkedAt: string;
};
