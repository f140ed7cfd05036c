import * as z from "zod/mini";
import { readJson } from "#test/support/answers/read-json.ts";
import { dice } from "#test/new-eden/dice.ts";
import { openBrowser } from "#test/support/people/browser-session.ts";
import type { Community, Player } from "./community.ts";
import {
  SHARE_OF_NEWCOMERS,
  SHARE_THAT_ASKS,
  SHARE_THAT_BROWSES_GROUPS,
  SHARE_THAT_JOINS,
  SHARE_THAT_SIGNS_IN,
  VISITS_EACH,
} from "./habits.ts";

const refreshSchema = z.object({ hasMore: z.boolean() });

type Call = (token: string, method: string, path: string, body?: object) => Promise<Response>;
type Act = () => Promise<void>;
export type Browser = Pick<Community["muster"], "send" | "newEdenBase">;

/** The actions of one player, each with its minute of the day. */
export function planDay(
  { user, pilots }: Player,
  index: number,
  { players, owner, groups, newEden }: Community,
  call: Call,
  browser: Browser,
): { minute: number; act: Act }[] {
  const roll = dice(index + 1);
  const token = user.sessionToken;
  const group = () => `g${Math.floor(roll() * groups)}`;
  /** One of three groups is open and one needs approval; one in ten is hidden. */
  const groupOf = (kind: 0 | 1) => {
    const n = 3 * Math.floor((roll() * groups) / 3) + kind;
    return n % 10 === 0 ? `g${n + 3 < groups ? n + 3 : n - 3}` : `g${n}`;
  };
  const read = async (...paths: string[]) => {
    for (const path of paths) await call(token, "GET", path);
  };
  /** As the browser does, in as many requests as it takes. */
  const refreshAll = async (session: string, id: number) => {
    for (let hasMore = true; hasMore;) {
      const response = await call(session, "POST", `/characters/${id}/refresh`);
      ({ hasMore } = await readJson(response, refreshSchema));
    }
  };
  const isOf = (share: number, offset: number) => (index + offset) % Math.round(1 / share) === 0;

  const visit = async () => {
    // The main has a new location and wallet.
    await newEden.setSheet(pilots[0]?.id ?? 0, {
      balance: Math.floor(roll() * 1e9),
      whereabouts: { systemId: 30_000_142 + Math.floor(roll() * 8) },
    });
    await read("/auth/session", "/characters", "/groups/waiting", "/auth/sessions");
    await read("/auth/events");
    for (const { id } of pilots) await refreshAll(token, id);
    await read("/characters", `/characters/${pilots[0]?.id}`, "/skills?ids=3300,3392,3394,3413");
    await read("/access", "/discord/servers");
    const other = players[Math.floor(roll() * players.length)]?.pilots[0];
    await read(`/characters/${other?.id}`);
    if (roll() < SHARE_THAT_BROWSES_GROUPS) {
      const id = group();
      await read("/groups/categories", "/groups", `/groups/${id}`, `/groups/${id}/members`);
      await read("/groups/my-groups");
    }
  };
  const signIn = async () => {
    await openBrowser(browser).logIn(pilots[0]?.id ?? 0);
  };
  const joinAndLeave = async () => {
    const id = groupOf(0);
    await call(token, "POST", `/groups/${id}/join`);
    await read(`/groups/${id}`, `/groups/${id}/members`, "/groups/my-groups");
    if (roll() < 0.5) await call(token, "POST", `/groups/${id}/leave`);
  };
  const ask = async () => {
    const id = groupOf(1);
    const response = await call(token, "POST", `/groups/${id}/join-requests`, { reason: "o7" });
    const { id: request } = await readJson(response, z.object({ id: z.optional(z.string()) }));
    const manager = owner.sessionToken;
    await call(manager, "GET", `/groups/${id}/join-requests`);
    await call(manager, "POST", `/groups/join-requests/${request}/approve`);
    await call(manager, "GET", `/groups/${id}/activity`);
  };
  const newcomer = async () => {
    const one = openBrowser(browser);
    const pilot = await one.newEden.createPilot();
    await one.signUp(pilot.id);
    const alt = await one.newEden.createPilot();
    await one.link(alt.id);
    const session = one.sessionToken ?? "";
    for (const { id } of [pilot, alt]) await refreshAll(session, id);
    await call(session, "GET", "/characters");
  };

  // Most visits are in the evening.
  const evening = () => Math.floor((240 + (roll() + roll() + roll()) * 400) % 1440);
  const acts: Act[] = Array.from({ length: VISITS_EACH }, () => visit);
  if (isOf(SHARE_THAT_SIGNS_IN, 0)) acts.push(signIn);
  if (isOf(SHARE_THAT_JOINS, 1)) acts.push(joinAndLeave);
  if (isOf(SHARE_THAT_ASKS, 2)) acts.push(ask);
  if (isOf(SHARE_OF_NEWCOMERS, 3)) acts.push(newcomer);
  return acts.map((act) => ({ minute: evening(), act }));
}
