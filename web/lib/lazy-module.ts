/** Code that comes when it is needed: once, for whoever asks first. */
export type LazyModule<Module> = { load: () => Promise<Module> };

export function lazyModule<Module>(load: () => Promise<Module>): LazyModule<Module> {
  let loading: Promise<Module> | undefined;
  return { load: () => (loading ??= telling(load())) };
}

/** Says of itself what has come, where React's `use` looks before it waits. */
function telling<Value>(promise: Promise<Value>): Promise<Value> {
  promise.then(
    (value) => Object.assign(promise, { status: "fulfilled", value }),
    () => undefined,
  );
  return promise;
}
