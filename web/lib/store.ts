import { useSyncExternalStore } from "react";

/** A value outside React, which components follow with `useValue`. What the build draws has the initial one. */
export function createStore<Value>(initial: Value) {
  let value = initial;
  const listeners = new Set<() => void>();
  const get = () => value;
  const listen = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    get,
    listen,
    set: (next: Value) => {
      if (next === value) return;
      value = next;
      for (const tell of listeners) tell();
    },
    useValue: () => useSyncExternalStore(listen, get, () => initial),
  };
}
