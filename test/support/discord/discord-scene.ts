import { env } from "cloudflare:workers";
import type { DriftRule } from "#shared/discord/servers.ts";
import { settle, setMembers } from "./managed-discord.ts";
import { buildServer } from "./server-builders.ts";

/** Roles that Muster gives to the members of a group, by the number of the group. The four of the first are given at once. */
export const MAPPED = { Scout: 0, Pilot: 1, Medic: 0, Cook: 0, Tailor: 0 } as const;
/** Roles that only people give. */
export const FOREIGN = ["Friend", "Birthday"] as const;
export type RoleName = keyof typeof MAPPED | (typeof FOREIGN)[number];
export const ROLE_NAMES: RoleName[] = ["Scout", "Pilot", "Medic", "Cook", "Tailor", ...FOREIGN];
export const PILOTS = 4;
/** A request to Discord takes at least this long. */
const LATENCY_MS = 25;

/** Something that happens to a server: by hand at Discord, in Muster, or by Muster. */
export type Step =
  /** `afterRequests`: while Muster works, before so many of its requests; null: at once. */
  | {
      kind: "edit";
      pilot: number;
      role: RoleName;
      isGiven: boolean;
      afterRequests: number | null;
    }
  | { kind: "membership"; pilot: number; group: 0 | 1; isMember: boolean }
  | { kind: "move"; role: RoleName; isAbove: boolean }
  | { kind: "drift"; rule: DriftRule }
  /** Muster works for some seconds. `killedAfter`: an invocation dies after so many calls. */
  | { kind: "work"; isCheck: boolean; killedAfter: number | null };

export type Scene = Awaited<ReturnType<typeof openScene>>;

/** A server that is off, with four linked pilots and a managed role. No other server of the database is left. */
export async function openScene() {
  await env.DB.prepare("delete from discord_servers").run();
  const server = await buildServer({
    vars: { PLAN: "free" },
    roles: [...ROLE_NAMES.map((name) => ({ name })), { name: "Patreon", managed: true }],
  });
  const { discord, driver, muster, id, roleId, routes, param } = server;
  await discord.setLatency(LATENCY_MS);
  const groups = [server.scouts.id, server.pilots.id];
  const mapping = Object.entries(MAPPED).map(([name, group]) => ({
    roleId: roleId(name),
    groupIds: [groups[group] ?? ""],
  }));
  await server.save({ roles: mapping });
  const pilots = await Promise.all(Array.from({ length: PILOTS }, () => server.addPilot()));

  async function take(step: Step) {
    switch (step.kind) {
      case "edit": {
        const discordId = pilots[step.pilot]?.discordId ?? "";
        const roles = [roleId(step.role)];
        const edit = step.isGiven ? { add: roles } : { remove: roles };
        if (step.afterRequests === null) await discord.servers.editMember(id, discordId, edit);
        else await discord.servers.scheduleEdit(id, discordId, edit, step.afterRequests);
        return;
      }
      case "membership": {
        const pilot = pilots[step.pilot];
        if (pilot === undefined) return;
        await setMembers(muster, groups[step.group] ?? "", [pilot], step.isMember);
        return;
      }
      case "move":
        await discord.servers.changeRole(id, roleId(step.role), {
          position: step.isAbove ? ROLE_NAMES.length + 2 : 1,
        });
        return;
      case "drift":
        await server.save({ drift: step.rule });
        return;
      case "work":
        if (step.isCheck) await routes.check.$post({ param, json: { retries: true } });
        else await driver.cron("* * * * *");
        if (step.killedAfter !== null) {
          const message = muster.queue.take();
          if (message !== undefined) await driver.deliverAndKill(message, step.killedAfter);
        }
        await driver.drain(Date.now() + 5_000);
    }
  }

  return {
    ...server,
    groups,
    mapping,
    pilots,
    take,
    /** Checks all members, and lets Muster do everything that is left. */
    async settle() {
      await discord.servers.finishEdits();
      await routes.check.$post({ param, json: { retries: true } });
      await settle(muster, driver);
    },
    /** The roles and nickname of each pilot at Discord, by role id. */
    async actual() {
      const { members } = await discord.servers.read(id);
      return pilots.map(({ discordId }) => {
        const member = members.find(({ userId }) => userId === discordId);
        return { roles: member?.roles.toSorted() ?? [], nick: member?.nick ?? null };
      });
    },
    /** Which pilots are in which group, as Muster has it. */
    async memberships(): Promise<boolean[][]> {
      const { results } = await muster.env.DB.prepare(
        "select group_id, user_id from group_members",
      ).all<{ group_id: string; user_id: string }>();
      return pilots.map(({ userId }) =>
        groups.map((group) =>
          results.some((row) => row.group_id === group && row.user_id === userId),
        ),
      );
    },
  };
}
