import { useSyncExternalStore } from "react";
import { isServerReachable, onReachabilityChange } from "./connection.ts";

export type Connection = "online" | "offline" | "unreachable";

/** `unreachable`: the device is online, but the last request did not reach the server. */
export function useConnection(): Connection {
  const isOnline = useSyncExternalStore(
    onLineChange,
    () => navigator.onLine,
    () => true,
  );
  const isReachable = useSyncExternalStore(onReachabilityChange, isServerReachable, () => true);
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
