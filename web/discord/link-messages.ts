import type { LinkFailure } from "./link-error.ts";

const NAME = "muster.discord-link";

/** The outcome of a link, sent by the popup. `state` identifies the link. */
export type LinkMessage = { state: string; outcome: "linked" | "cancelled" | LinkFailure };

type Envelope = { type: typeof NAME; message: LinkMessage };

/**
 * Sends the outcome to the page that opened this popup, on two channels: a visit to another origin may have severed
 * `window.opener`, while a BroadcastChannel reaches all pages of this origin.
 */
export function announce(message: LinkMessage): void {
  const envelope: Envelope = { type: NAME, message };
  const opener: Window | null = window.opener;
  opener?.postMessage(envelope, location.origin);
  const channel = new BroadcastChannel(NAME);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel has one origin: ours.
  channel.postMessage(envelope);
  channel.close();
}

/** Calls back once per finished link. Messages from other origins are ignored. */
export function listenForLinks(callback: (message: LinkMessage) => void): () => void {
  const heard = new Set<string>();
  const hear = ({ origin, data }: MessageEvent) => {
    if (origin !== location.origin || !isEnvelope(data) || heard.has(data.message.state)) return;
    heard.add(data.message.state);
    callback(data.message);
  };
  const channel = new BroadcastChannel(NAME);
  channel.addEventListener("message", hear);
  addEventListener("message", hear);
  return () => {
    channel.close();
    removeEventListener("message", hear);
  };
}

/** Pages receive unrelated messages too, e.g. from browser extensions. */
function isEnvelope(data: unknown): data is Envelope {
  return typeof data === "object" && data !== null && "type" in data && data.type === NAME;
}
