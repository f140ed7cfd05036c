import { expect } from "vitest";
import { ACTORS, effectiveOf, isMine, isPending, manages, owns, sees } from "./model.ts";
import type { Model } from "./model.ts";
import { group, groups, param } from "./move.ts";
import type { Call, Real } from "./move.ts";

type Read = (real: Real, model: Model, call: Call) => Promise<void>;

/** Every read of the API with its expected response. */
export const READS: Record<string, Read> = {
  async detail(real, model, call) {
    const response = await group(real, call).$get({ param: param(real) });
    expect(response.status).toBe(sees(model, call.by) ? 200 : 404);
    if (!response.ok) return;
    const role = model.roles.get(call.by);
    const request = model.requests.get(call.by);
    const invitation = model.invitations.get(call.by);
    expect(await response.json()).toMatchObject({
      effectiveVisibility: effectiveOf(model),
      memberCount: model.roles.size,
      isMember: role !== undefined,
      isOwner: role === "owner",
      isAdmin: role === "admin",
      pendingRequestId: isPending(request) ? request.id : null,
      pendingInvitationId: isPending(invitation) ? invitation.id : null,
      pendingRequestCount: manages(model, call.by)
        ? ACTORS.filter((actor) => isPending(model.requests.get(actor))).length
        : null,
      can: {
        leave: role === "admin" || role === "member",
        edit: owns(model, call.by),
        invite: manages(model, call.by),
      },
    });
  },
  async list(real, model, call) {
    const response = await groups(real, call).$get({ query: { categoryId: real.categoryId } });
    const expected = sees(model, call.by) ? 1 : 0;
    const { items, total } = await response.json();
    expect([items.length, total]).toEqual([expected, expected]);
  },
  async mine(real, model, call) {
    const mine = await (await groups(real, call)["my-groups"].$get({ query: {} })).json();
    const isListed = mine.items.some(({ groupId }) => groupId === real.groupId);
    expect(isListed).toBe(isMine(model, call.by));
  },
  async members(real, model, call) {
    const response = await group(real, call).members.$get({ param: param(real), query: {} });
    expect(response.status).toBe(sees(model, call.by) ? 200 : 404);
    if (response.ok) expect((await response.json()).items).toHaveLength(model.roles.size);
  },
  async inbox(real, model, call) {
    const inbox = await (await groups(real, call).invitations.$get()).json();
    const isWaiting = inbox.items.some((invitation) => invitation.group.id === real.groupId);
    expect(isWaiting).toBe(model.exists && isPending(model.invitations.get(call.by)));
  },
  async ofManagers(real, model, call) {
    const [requests, invitations, codes, activity] = await Promise.all([
      group(real, call)["join-requests"].$get({ param: param(real), query: {} }),
      group(real, call).invitations.$get({ param: param(real), query: {} }),
      group(real, call)["invite-codes"].$get({ param: param(real) }),
      group(real, call).activity.$get({ param: param(real), query: {} }),
    ]);
    const status = sees(model, call.by) && manages(model, call.by) ? 200 : 404;
    expect([requests.status, invitations.status, codes.status, activity.status]).toEqual([
      status,
      status,
      status,
      status,
    ]);
  },
};
