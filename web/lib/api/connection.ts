import { useSyncExternalStore } from "react";
import { createStore } from "#web/lib/store.ts";
import { READ_ONLY_HEADER } from "#shared/error.ts";
import { serverNow } from "#web/lib/clock.ts";

/** Whether the last request reached the server, whatever its response. */
const isAnswering = createStore(true);

export const noteAnswer = isAnswering.set;

type Connection = "online" | "offline" | "unreachable";

/** `unreachable`: the device is online, but the last request did not reach the server. */
export function useConnection(): Connection {
  const isOnline = useSyncExternalStore(
    onLineChange,
    () => navigator.onLine,
    () => true,
  );
  const isReachable = isAnswering.useValue();
  if (!isOnline) return "offline";
  return isReachable ? "online" : "unreachable";
}

function onLineChange(listener: () => void) {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}

/** Until when the server saves nothing, in milliseconds; undefined if it does. */
export const readOnlyUntil = createStore<number | undefined>(undefined);
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Learns from a response whether the server refuses writes. A successful write ends it, and so does its time; a read may
 * come from a server that has not noticed.
 */
export function noteReadOnly(response: Response, isWrite: boolean): void {
  const told = Date.parse(response.headers.get(READ_ONLY_HEADER) ?? "");
  if (!Number.isNaN(told)) setUntil(told > serverNow() ? told : undefined);
  else if (isWrite && response.ok) setUntil(undefined);
}

function setUntil(next: number | undefined) {
  clearTimeout(timer);
  if (next !== undefined) timer = setTimeout(() => setUntil(undefined), next - serverNow());
  readOnlyUntil.set(next);
}
