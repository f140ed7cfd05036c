import { enter, isPending, manages, sees } from "./model.ts";
import type { Model } from "./model.ts";
import { at, group, groups, ifManaged, ifVisible, NOBODY, param } from "./move.ts";
import type { Call, Move } from "./move.ts";

const codeOf = (model: Model, { pick }: Call) =>
  model.codes.length === 0 ? undefined : at(model.codes, pick);

const decision = (success: number) => (model: Model, call: Call) => {
  const request = model.requests.get(call.whom);
  if (request === undefined || !sees(model, call.by) || !manages(model, call.by)) return 404;
  return isPending(request) ? success : 409;
};
const answer = (success: number) => (model: Model, call: Call) => {
  const invitation = model.invitations.get(call.whom);
  if (!model.exists || invitation === undefined || call.whom !== call.by) return 404;
  return isPending(invitation) ? success : 409;
};
const settleRequest = (status: string) => (model: Model, call: Call) => {
  const request = model.requests.get(call.whom);
  if (request) request.status = status;
};
const settleInvitation = (status: string) => (model: Model, call: Call) => {
  const invitation = model.invitations.get(call.whom);
  if (invitation) invitation.status = status;
};

/** Moves by which players join and leave, alone or through managers. */
export const MEMBERSHIP_MOVES: Record<string, Move> = {
  join: {
    send: (real, _, call) => group(real, call).join.$post({ param: param(real) }),
    expect: ifVisible((model, { by }) => {
      if (model.roles.has(by)) return 409;
      return model.joinMode === "open" ? 200 : 403;
    }),
    apply: (model, { by }) => enter(model, by),
  },
  leave: {
    send: (real, _, call) => group(real, call).leave.$post({ param: param(real) }),
    expect: ifVisible((model, { by }) => {
      const role = model.roles.get(by);
      return role === "admin" || role === "member" ? 204 : 409;
    }),
    apply: (model, { by }) => model.roles.delete(by),
  },
  request: {
    send: (real, _, call) =>
      group(real, call)["join-requests"].$post({ param: param(real), json: { reason: "o7" } }),
    expect: ifVisible((model, { by }) => {
      if (model.roles.has(by) || model.joinMode === "open") return 409;
      if (model.joinMode === "invitation_only") return 403;
      const isWaiting = isPending(model.requests.get(by)) || isPending(model.invitations.get(by));
      return isWaiting ? 409 : 201;
    }),
    apply: (model, { by }, body) =>
      model.requests.set(by, { id: String(body["id"]), status: "pending" }),
  },
  approve: {
    send: (real, model, call) =>
      groups(real, call)["join-requests"][":id"].approve.$post({
        param: { id: model.requests.get(call.whom)?.id ?? NOBODY },
      }),
    expect: decision(204),
    apply: (model, call) => {
      settleRequest("approved")(model, call);
      enter(model, call.whom);
    },
  },
  reject: {
    send: (real, model, call) =>
      groups(real, call)["join-requests"][":id"].reject.$post({
        param: { id: model.requests.get(call.whom)?.id ?? NOBODY },
        json: {},
      }),
    expect: decision(204),
    apply: settleRequest("rejected"),
  },
  withdraw: {
    send: (real, model, call) =>
      groups(real, call)["join-requests"][":id"].withdraw.$post({
        param: { id: model.requests.get(call.whom)?.id ?? NOBODY },
      }),
    expect: (model, { by, whom }) => {
      const request = model.requests.get(whom);
      if (!model.exists || request === undefined || by !== whom) return 404;
      return isPending(request) ? 204 : 409;
    },
    apply: settleRequest("withdrawn"),
  },
  invite: {
    send: (real, _, call) =>
      group(real, call).invitations.$post({
        param: param(real),
        json: { characterName: real.people[call.whom].mainCharacterName.toUpperCase() },
      }),
    expect: ifManaged((model, { whom }) => {
      const isWaiting =
        isPending(model.requests.get(whom)) || isPending(model.invitations.get(whom));
      return model.roles.has(whom) || isWaiting ? 409 : 201;
    }, 403),
    apply: (model, { whom }, body) =>
      model.invitations.set(whom, { id: String(body["id"]), status: "pending" }),
  },
  accept: {
    send: (real, model, call) =>
      groups(real, call).invitations[":id"].accept.$post({
        param: { id: model.invitations.get(call.whom)?.id ?? NOBODY },
      }),
    expect: answer(200),
    apply: (model, { whom }) => enter(model, whom),
  },
  decline: {
    send: (real, model, call) =>
      groups(real, call).invitations[":id"].decline.$post({
        param: { id: model.invitations.get(call.whom)?.id ?? NOBODY },
      }),
    expect: answer(204),
    apply: settleInvitation("declined"),
  },
  revokeInvitation: {
    send: (real, model, call) =>
      groups(real, call).invitations[":id"].revoke.$post({
        param: { id: model.invitations.get(call.whom)?.id ?? NOBODY },
      }),
    expect: (model, { by, whom }) => {
      const invitation = model.invitations.get(whom);
      if (invitation === undefined || !sees(model, by) || !manages(model, by)) return 404;
      return isPending(invitation) ? 204 : 409;
    },
    apply: settleInvitation("revoked"),
  },
  createCode: {
    send: (real, _, call) =>
      group(real, call)["invite-codes"].$post({
        param: param(real),
        json: { useLimit: 1 + (call.pick % 2), expiresInDays: 1 },
      }),
    expect: ifManaged(() => 201, 403),
    apply: (model, { pick }, body) =>
      model.codes.push({
        id: String(body["id"]),
        code: String(body["code"]),
        limit: 1 + (pick % 2),
        uses: 0,
        isRevoked: false,
      }),
  },
  redeem: {
    send: (real, model, call) =>
      groups(real, call)["invite-codes"].redeem.$post({
        json: { code: codeOf(model, call)?.code ?? NOBODY },
      }),
    expect: (model, call) => {
      const code = codeOf(model, call);
      if (!model.exists || code === undefined || code.isRevoked) return 404;
      if (model.roles.has(call.by)) return 409;
      return code.uses >= code.limit ? 404 : 200;
    },
    apply: (model, call) => {
      const code = codeOf(model, call);
      if (code) code.uses += 1;
      enter(model, call.by);
    },
  },
  revokeCode: {
    send: (real, model, call) =>
      groups(real, call)["invite-codes"][":id"].revoke.$post({
        param: { id: codeOf(model, call)?.id ?? NOBODY },
      }),
    expect: (model, call) => {
      const code = codeOf(model, call);
      const isKnown = code !== undefined && !code.isRevoked;
      return isKnown && sees(model, call.by) && manages(model, call.by) ? 204 : 404;
    },
    apply: (model, call) => {
      const code = codeOf(model, call);
      if (code) code.isRevoked = true;
    },
  },
};
