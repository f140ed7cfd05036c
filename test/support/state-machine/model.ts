import type { Visibility } from "#shared/groups/categories.ts";
import type { GroupRole, JoinMode } from "#shared/groups/groups.ts";

/** The actors of the state machine: `admin` is the system administrator. */
export const ACTORS = ["ada", "ben", "cas", "dee", "admin"] as const;
export type ActorName = (typeof ACTORS)[number];

type Waiting = { id: string; status: string };

/**
 * The expected state of one group, by the rules of the product. Written independently of
 * worker/, which is compared with it.
 */
export type Model = {
  exists: boolean;
  name: string;
  visibility: Visibility;
  categoryVisibility: Visibility;
  joinMode: JoinMode;
  roles: Map<ActorName, GroupRole>;
  /** The latest one of each player. */
  requests: Map<ActorName, Waiting>;
  invitations: Map<ActorName, Waiting>;
  codes: { id: string; code: string; limit: number; uses: number; isRevoked: boolean }[];
};

const ORDER: Visibility[] = ["public", "hidden", "system"];

export function effectiveOf({ visibility, categoryVisibility }: Model): Visibility {
  return (
    ORDER[Math.max(ORDER.indexOf(visibility), ORDER.indexOf(categoryVisibility))] ?? visibility
  );
}

export function isPending(waiting: Waiting | undefined): waiting is Waiting {
  return waiting?.status === "pending";
}

export function owns(model: Model, actor: ActorName): boolean {
  return actor === "admin" || model.roles.get(actor) === "owner";
}

export function manages(model: Model, actor: ActorName): boolean {
  return owns(model, actor) || model.roles.get(actor) === "admin";
}

export function sees(model: Model, actor: ActorName): boolean {
  if (!model.exists) return false;
  const effective = effectiveOf(model);
  if (effective === "public" || manages(model, actor)) return true;
  if (effective === "system") return false;
  return model.roles.has(actor) || isPending(model.invitations.get(actor));
}

/** Whether the group is among the actor's own groups. */
export function isMine(model: Model, actor: ActorName): boolean {
  const isHiddenFrom = effectiveOf(model) === "system" && !manages(model, actor);
  return model.exists && model.roles.has(actor) && !isHiddenFrom;
}

/** Makes a player a member and resolves the pending request and invitation. */
export function enter(model: Model, who: ActorName) {
  model.roles.set(who, "member");
  const request = model.requests.get(who);
  if (isPending(request)) request.status = "withdrawn";
  const invitation = model.invitations.get(who);
  if (isPending(invitation)) invitation.status = "accepted";
}
