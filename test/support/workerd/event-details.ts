import { env } from "cloudflare:workers";
import { assert } from "vitest";
import * as z from "zod/mini";
import { detailSchemaOf } from "#shared/events/details.ts";
import { eventKindSchema } from "#shared/events/kinds.ts";

/** Asserts that every event that is recorded says what its kind says (`shared/events/details.ts`). */
export async function assertDetailsOfEvents() {
  // The deletion of an account removes what its events said.
  const { results } = await env.DB.prepare(
    `select distinct kind, detail from audit_events where log <> 'accounts' or detail <> '{}'
      or subject_id in (select id from users)`,
  ).all<{ kind: string; detail: string }>();
  const wrong = results.flatMap(({ kind, detail }) => {
    const known = eventKindSchema.safeParse(kind);
    const parsed = known.success && detailSchemaOf(known.data).safeParse(JSON.parse(detail));
    if (parsed && parsed.success) return [];
    return [`${kind} ${detail}: ${parsed ? z.prettifyError(parsed.error) : "an unknown kind"}`];
  });
  assert.deepEqual(wrong.slice(0, 20), []);
}
