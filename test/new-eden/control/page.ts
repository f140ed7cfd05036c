import { html } from "hono/html";
import { displayName } from "#test/new-eden/discord/people.ts";
import { FAULTS, isFaultKind, SERVICES } from "#test/new-eden/faults.ts";
import type { Fault, Service } from "#test/new-eden/faults.ts";
import { page } from "#test/new-eden/page.ts";
import { SHOUTS } from "#test/new-eden/people/alarms.ts";
import type { Pilot } from "#test/new-eden/people/pilot.ts";
import { now } from "#test/new-eden/world.ts";
import type { World } from "#test/new-eden/world.ts";
import { accessForms } from "./access-forms.ts";
import { EVERY_MINUTE, SCHEDULES } from "#worker/work/crons.ts";

const SERVICE_NAMES: Record<Service, string> = {
  sso: "EVE SSO",
  esi: "ESI",
  images: "Image server",
  discord: "Discord",
};

const LATEST_REQUESTS = 15;

/** The control page of New Eden. Every switch is a plain form. */
export function controlPage(world: World) {
  return page(
    "New Eden",
    html`<h1>New Eden</h1>
      <p class="dim">
        The simulated EVE Online and Discord behind this Muster. Switch faults on and see how Muster
        handles them. When the server stops, all changes are lost, except which pilots granted
        access and the Discord servers.
      </p>
      ${clock(world)} ${world.runCron && crons(world)} ${activeFaults(world)}
      ${SERVICES.map((service) => switches(world, service))} ${shouts(world)}
      <h2>Pilots</h2>
      <ul class="pilots">
        ${[...world.pilots.values()].map((pilot) => pilotCard(world, pilot))}
      </ul>
      ${discordServers(world)} ${discordPeople(world)} ${latestRequests(world)}`,
  );
}

/** A button that posts these fields. */
function button(world: World, path: string, label: string, fields: Record<string, string> = {}) {
  return html`<form method="post" action="${world.base}/control/page/${path}">
    ${Object.entries(fields).map(
      ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
    )}
    <button>${label}</button>
  </form>`;
}

function clock(world: World) {
  const time = new Date(now(world)).toISOString().slice(0, 16).replace("T", " ");
  const hop = (label: string, seconds: number) =>
    button(world, "clock", label, { seconds: String(seconds) });
  return html`<h2>Time</h2>
    <p>
      It is ${time} EVE time. Move the clock forward: access tokens last 20 minutes, queues train,
      caches expire.
    </p>
    <div class="row">
      ${hop("+ 20 minutes", 1_200)} ${hop("+ 1 hour", 3_600)} ${hop("+ 1 day", 86_400)}
    </div>
    <p class="dim">
      Refresh tokens ${world.sso.rotatesRefreshTokens ? "change" : "stay the same"} at every
      refresh.
    </p>
    <div class="row">
      ${button(world, "rotation", world.sso.rotatesRefreshTokens ? "Keep refresh tokens" : "Rotate refresh tokens")}
    </div>
    <p class="dim">
      A sign-in with other scopes ${world.sso.endsEarlierGrants ? "ends" : "keeps"} the earlier
      grants of its pilot.
    </p>
    <div class="row">
      ${button(world, "earlier-grants", world.sso.endsEarlierGrants ? "Keep earlier grants" : "End earlier grants")}
    </div>`;
}

function shouts(world: World) {
  const managed = [...world.corporations.values()].filter(({ id }) =>
    [...world.pilots.values()].some(
      (pilot) => pilot.corporationId === id && pilot.roles.includes("Director"),
    ),
  );
  return html`<h2>Alarms</h2>
    <p>
      EVE tells all directors of a corporation. Muster hears of it when it next asks one of them.
    </p>
    ${managed.map(
      ({ id, name }) =>
        html`<h3>${name}</h3>
          <div class="row">
            ${Object.entries(SHOUTS).map(([group, kind]) =>
              button(world, "shout", group, { corporation: String(id), kind }),
            )}
          </div>`,
    )}`;
}

function crons(world: World) {
  return html`<h2>Crons</h2>
    <p>
      Jobs run only when you press their button, at the real time. Muster shows the results in the
      <a href="/admin/settings#diagnosis">self-diagnosis</a>.
    </p>
    <table>
      <thead>
        <tr>
          <th scope="col">Schedule</th>
          <th scope="col">Run its jobs now</th>
        </tr>
      </thead>
      <tbody>
        ${Object.entries(SCHEDULES).map(([name, { jobs }]) => cronRow(world, name, jobs.join(", ")))}
        ${cronRow(world, EVERY_MINUTE, "what waits: evaluations, Discord, webhooks, ends")}
      </tbody>
    </table>`;
}

function cronRow(world: World, cron: string, label: string) {
  return html`<tr>
    <td><code>${cron}</code></td>
    <td><div class="row">${button(world, "cron", label, { cron })}</div></td>
  </tr>`;
}

function activeFaults(world: World) {
  if (world.faults.length === 0) return html`<h2>No active faults</h2>`;
  const describe = ({ service, kind, times, characterId }: Fault) =>
    [
      `${SERVICE_NAMES[service]}: ${FAULTS[kind][1]}`,
      ...(times === undefined ? [] : [`${times} more`]),
      ...(characterId === undefined ? [] : [`pilot ${characterId}`]),
    ].join(", ");
  return html`<h2>Active faults</h2>
    <ul>
      ${world.faults.map(
        (fault) =>
          html`<li class="row">
            ${button(world, "mend", "Remove", { id: fault.id })} ${describe(fault)}
          </li>`,
      )}
    </ul>
    <div class="row">${button(world, "mend", "Remove all")}</div>`;
}

function switches(world: World, service: Service) {
  const kinds = Object.keys(FAULTS)
    .filter(isFaultKind)
    .filter((kind) => {
      const services: readonly Service[] = FAULTS[kind][0];
      return services.includes(service);
    });
  return html`<h2>Faults of ${SERVICE_NAMES[service]}</h2>
    <table>
      <thead>
        <tr>
          <th scope="col">Fault</th>
          <th scope="col">Effect</th>
          <th scope="col">Switch</th>
        </tr>
      </thead>
      <tbody>
        ${kinds.map(
          (kind) =>
            html`<tr>
              <td><code>${kind}</code></td>
              <td>${FAULTS[kind][1]}</td>
              <td>
                <div class="row">
                  ${button(world, "break", "On", { service, kind })}
                  ${button(world, "break", "Once", { service, kind, times: "1" })}
                </div>
              </td>
            </tr>`,
        )}
      </tbody>
    </table>`;
}

function pilotCard(world: World, pilot: Pilot) {
  const corporation = world.corporations.get(pilot.corporationId);
  const isDirector = pilot.roles.includes("Director");
  const change = (what: string, label: string, fields: Record<string, string> = {}) =>
    button(world, `pilots/${pilot.id}/${what}`, label, fields);
  return html`<li class="card">
    <h3 class="pilot">
      <img
        src="${world.base}/images/characters/${pilot.id}/portrait?size=64"
        alt=""
        width="48"
        height="48"
      />
      ${pilot.name}
    </h3>
    <p class="dim">
      ${pilot.id}, ${corporation?.name ?? "an unknown corporation"}
      ${isDirector ? ", director" : ""}${pilot.isBiomassed ? ", biomassed" : ""}
    </p>
    <div class="row">
      ${change("sell", "Sell")} ${change("revoke", "Revoke access")}
      ${pilot.isBiomassed ? "" : change("biomass", "Biomass")}
      ${change("leave-corporation", "Leave corporation")}
      ${
        isDirector
          ? change("roles", "Remove roles")
          : change("roles", "Make director", { role: "Director" })
      }
    </div>
    ${accessForms(world, pilot)}
  </li>`;
}

function discordPeople(world: World) {
  const people = [...world.discord.users.values()];
  return html`<h2>Discord users</h2>
    <ul class="pilots">
      ${people.map(
        (user) =>
          html`<li class="card">
            <p>${displayName(user)}</p>
            <div class="row">
              ${button(world, "discord/revoke", "Revoke access", { id: user.id })}
            </div>
          </li>`,
      )}
    </ul>`;
}

function discordServers(world: World) {
  return html`<h2>Discord servers</h2>
    <ul class="row">
      ${[...world.discord.servers.values()].map(
        ({ id, name }) => html`<li><a href="${world.base}/discord/channels/${id}">${name}</a></li>`,
      )}
    </ul>`;
}

function latestRequests(world: World) {
  const latest = world.requests.slice(-LATEST_REQUESTS).toReversed();
  return html`<h2>Latest requests</h2>
    <table>
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col">Service</th>
          <th scope="col">Request</th>
          <th scope="col">Status</th>
        </tr>
      </thead>
      <tbody>
        ${latest.map(
          ({ at, service, method, path, status }) =>
            html`<tr>
              <td>${at.slice(11, 19)}</td>
              <td>${SERVICE_NAMES[service]}</td>
              <td><code>${method} ${path}</code></td>
              <td>${status}</td>
            </tr>`,
        )}
      </tbody>
    </table>`;
}
