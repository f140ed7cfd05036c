import { expect } from "vitest";
import * as z from "zod/mini";
import type { ApiMembersChange } from "#shared/applications/api.ts";
import { changedMembersSchema } from "#shared/applications/api-answers.ts";
import type { Muster } from "#test/support/workerd/harness.ts";
import { insertProgram } from "./application-rows.ts";

type Given = Parameters<typeof insertProgram>[1];

/** A program that may change the members of its groups. */
export async function openProgram(muster: Muster, given: Given) {
  const { ids, send: call } = await insertProgram(muster, { isWriter: true, ...given });
  const send = (
    { id }: { id: string },
    body: ApiMembersChange,
    { query = "", ...headers }: Record<string, string> = {},
  ) => call(`/groups/${id}/members${query}`, { body, headers });
  async function change(...args: Parameters<typeof send>) {
    const response = await send(...args);
    expect(response.status).toBe(200);
    return z.parse(changedMembersSchema, await response.json());
  }
  /** A read of `/operations`, or with a body a plan. */
  const operationsApi = (path: string, body?: object, headers: Record<string, string> = {}) =>
    call(`/operations${path}`, { ...(body && { body }), headers });
  return { ids, send, change, operationsApi };
}

export const idsOf = (...people: { userId: string }[]) => people.map(({ userId }) => userId);
