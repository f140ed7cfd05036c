import * as z from "zod/mini";
import { keepSigningKeys } from "#worker/applications/oidc/signing-keys.ts";
import type { JobMessage } from "#worker/app/registry.ts";
import type { Muster } from "#test/support/workerd/harness.ts";
import type { KilledJob, Surroundings } from "./killed-jobs.ts";
import { newEdenControl } from "#test/support/new-eden/new-eden.ts";

/** More than the free plan tells in one invocation. */
const LOGOUTS = 5;

const sidSchema = z.object({ sid: z.string() });

/** Work for applications that tests kill: keys that rotate, and applications that are told of ended sessions. */
export function applicationsToKill(
  muster: Muster,
  { execute, read, recover }: Pick<Surroundings, "execute" | "read" | "recover">,
) {
  const { receiver } = newEdenControl(muster.newEdenBase);
  const address = `${muster.newEdenBase}/receiver/logout`;
  let round = 0;

  const addApplications = () =>
    execute(
      `insert or ignore into applications
          (id, name, is_public, redirect_uris, post_logout_uris, backchannel_logout_uri, claims, created_at)
        values ('killed-1', 'Wiki', 0, '[]', '[]', '${address}', '[]', 0),
          ('killed-2', 'Forum', 0, '[]', '[]', '${address}', '[]', 0)`,
    );

  const rotation = (message: () => JobMessage): KilledJob => ({
    message,
    reset: async () => {
      await addApplications();
      await execute("delete from signing_keys");
      await execute("delete from audit_events where kind = 'signing_keys_rotated'");
      await execute(
        "insert into signing_keys values ('old-1', '{}', 'old', 1), ('old-2', '{}', 'old', 2)",
      );
    },
    state: async () => [
      await read(
        "select substr(kid, 1, 4) = 'old-' as is_old from signing_keys order by created_at",
      ),
      await read("select actor_kind from audit_events where kind = 'signing_keys_rotated'"),
    ],
  });

  /** The sessions of this round that the applications were told of. A session may be told twice. */
  async function told(): Promise<string[]> {
    const received = await receiver.received();
    const sids = received.map(({ body }) => {
      const [, payload = ""] = (new URLSearchParams(body).get("logout_token") ?? "").split(".");
      return sidSchema.parse(JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/"))))
        .sid;
    });
    const ofRound = sids.filter((sid) => sid.startsWith(`${round}-`));
    return [...new Set(ofRound.map((sid) => sid.replace(/^\d+-/, "")))].toSorted();
  }

  const jobs: Record<string, KilledJob> = {
    "keys that are old": rotation(() => ({ kind: "job", name: "signing-keys" })),
    "keys that an administrator rotates": rotation(() => ({
      kind: "rotate-keys",
      userId: "killed",
      newest: "old-2",
    })),
    logouts: {
      message: () => ({ kind: "logouts" }),
      reset: async () => {
        round += 1;
        await addApplications();
        await execute("delete from signing_keys where kid like 'old-%'");
        while ((await keepSigningKeys(muster.context)) > 0);
        await execute("delete from logout_deliveries");
        await execute(
          `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${LOGOUTS})
            insert into logout_deliveries (id, application_id, user_id, issuer, due_at)
            select '${round}-' || i, 'killed-' || (1 + i % 2), 'gone', 'https://muster.test', i from n`,
        );
      },
      state: async () => {
        // Sends deliveries whose lease has ended.
        await recover();
        return [
          await told(),
          await read("select id from logout_deliveries"),
          await read("select logout_failure from applications where id like 'killed-%'"),
        ];
      },
    },
  };
  return jobs;
}
