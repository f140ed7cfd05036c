import { expect } from "vitest";
import * as z from "zod/mini";
import type { ApiMembersChange } from "#shared/applications/api.ts";
import { changedMembersSchema } from "#shared/applications/api-answers.ts";
import { write } from "#test/support/answers/write.ts";
import type { Muster } from "#test/support/workerd/harness.ts";
import { prepareProgram } from "./application-rows.ts";

type Given = Parameters<typeof prepareProgram>[1];

/** A program that may change the members of its groups. */
export async function openProgram(muster: Muster, given: Given) {
  const { secret, ids, ...rows } = await prepareProgram(muster, { isWriter: true, ...given });
  await write(muster, rows);
  const send = (
    { id }: { id: string },
    change: ApiMembersChange,
    { query = "", ...headers }: Record<string, string> = {},
  ) =>
    muster.send(`/api/v1/groups/${id}/members${query}`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${secret}`,
        "content-type": "application/json",
        ...headers,
      },
      body: JSON.stringify(change),
    });
  async function change(...args: Parameters<typeof send>) {
    const response = await send(...args);
    expect(response.status).toBe(200);
    return z.parse(changedMembersSchema, await response.json());
  }
  /** A read of `/operations`, or with a body a plan. */
  const operationsApi = (path: string, body?: object, headers: Record<string, string> = {}) =>
    muster.send(`/api/v1/operations${path}`, {
      headers: {
        authorization: `Bearer ${secret}`,
        "content-type": "application/json",
        ...headers,
      },
      ...(body && { method: "POST", body: JSON.stringify(body) }),
    });
  return { ids, send, change, operationsApi };
}

export const idsOf = (...people: { userId: string }[]) => people.map(({ userId }) => userId);
