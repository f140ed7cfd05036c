import type { Visibility } from "#shared/groups/categories.ts";
import type { JoinMode } from "#shared/groups/groups.ts";
import { owns, sees } from "./model.ts";
import { at, group, groups, ifManaged, ifOwned, param } from "./move.ts";
import type { Call, Move, Real } from "./move.ts";

const VISIBILITIES: Visibility[] = ["public", "hidden", "system"];
const JOIN_MODES: JoinMode[] = ["open", "approval", "invitation_only"];

const member = (real: Real, { whom }: Call) => ({
  id: real.groupId,
  userId: real.people[whom].userId,
});

/** Moves of owners, admins and system administrators on members and the group. */
export const MANAGEMENT_MOVES: Record<string, Move> = {
  remove: {
    send: (real, _, call) =>
      group(real, call).members[":userId"].$delete({ param: member(real, call) }),
    expect: ifManaged((model, { by, whom }) => {
      const role = model.roles.get(whom);
      if (role === undefined) return 404;
      if (role === "owner") return 409;
      return owns(model, by) || role === "member" ? 204 : 403;
    }, 403),
    apply: (model, { whom }) => model.roles.delete(whom),
  },
  appoint: {
    send: (real, _, call) =>
      group(real, call).admins.$post({
        param: param(real),
        json: { userId: real.people[call.whom].userId },
      }),
    expect: ifOwned((model, { whom }) => {
      const role = model.roles.get(whom);
      if (role === undefined) return 404;
      return role === "member" ? 204 : 409;
    }),
    apply: (model, { whom }) => model.roles.set(whom, "admin"),
  },
  dismiss: {
    send: (real, _, call) =>
      group(real, call).admins[":userId"].$delete({ param: member(real, call) }),
    expect: ifOwned((model, { whom }) => {
      const role = model.roles.get(whom);
      if (role === undefined) return 404;
      return role === "admin" ? 204 : 409;
    }),
    apply: (model, { whom }) => model.roles.set(whom, "member"),
  },
  transfer: {
    send: (real, _, call) =>
      group(real, call).transfer.$post({
        param: param(real),
        json: { newOwnerId: real.people[call.whom].userId },
      }),
    expect: ifOwned((model, { whom }) => {
      const role = model.roles.get(whom);
      if (role === undefined) return 404;
      return role === "owner" ? 409 : 200;
    }),
    apply: (model, { whom }) => {
      for (const [name, role] of model.roles) if (role === "owner") model.roles.set(name, "admin");
      model.roles.set(whom, "owner");
    },
  },
  edit: {
    send: (real, _, call) =>
      group(real, call).$patch({
        param: param(real),
        json: {
          visibility: at(VISIBILITIES, call.pick),
          joinMode: at(JOIN_MODES, Math.floor(call.pick / 3)),
        },
      }),
    expect: ifOwned((model, { by, pick }) => {
      const visibility = at(VISIBILITIES, pick);
      const isOfSystem = [visibility, model.visibility].includes("system");
      return visibility !== model.visibility && isOfSystem && by !== "admin" ? 403 : 200;
    }),
    apply: (model, { pick }) => {
      model.visibility = at(VISIBILITIES, pick);
      model.joinMode = at(JOIN_MODES, Math.floor(pick / 3));
    },
  },
  editCategory: {
    send: (real, _, call) =>
      groups(real, call).categories[":id"].$patch({
        param: { id: real.categoryId },
        json: { visibility: at(VISIBILITIES, call.pick) },
      }),
    expect: (model, { by }) => {
      if (by === "admin") return 200;
      const isShown =
        model.categoryVisibility === "public" ||
        (model.categoryVisibility === "hidden" && sees(model, by));
      return isShown ? 403 : 404;
    },
    apply: (model, { pick }) => {
      model.categoryVisibility = at(VISIBILITIES, pick);
    },
  },
  delete: {
    send: (real, model, call) =>
      group(real, call).$delete({
        param: param(real),
        json: { name: call.pick % 2 === 0 ? model.name : "something else" },
      }),
    expect: ifOwned((_, { pick }) => (pick % 2 === 0 ? 204 : 400)),
    apply: (model) => {
      model.exists = false;
      model.roles.clear();
    },
  },
};
