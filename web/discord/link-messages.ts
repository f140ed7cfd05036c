import type { LinkFailure } from "./link-error.ts";

const NAME = "muster.discord-link";

/** How a link ended, told by the popup. `state` says which link. */
export type LinkMessage = { state: string; outcome: "linked" | "cancelled" | LinkFailure };

type Envelope = { type: typeof NAME; message: LinkMessage };

/**
 * Tells the page that opened this popup. Twice, since a stay at another origin may have cut `window.opener`;
 * a broadcast reaches every page of ours, and no others.
 */
export function announce(message: LinkMessage): void {
  const envelope: Envelope = { type: NAME, message };
  (window.opener as Window | null)?.postMessage(envelope, location.origin);
  const channel = new BroadcastChannel(NAME);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel has one origin: ours.
  channel.postMessage(envelope);
  channel.close();
}

/** Calls back once for each link that ends. Messages of other origins are not heard. */
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

/** Pages get messages of many kinds: from extensions, for one. */
function isEnvelope(data: unknown): data is Envelope {
  return (data as Partial<Envelope> | null | undefined)?.type === NAME;
}
