/** Code that comes when it is needed: once, for whoever asks first. */
export type LazyModule<Module> = {
  load: () => Promise<Module>;
  /** What has come. */
  loaded: () => Module | undefined;
};

export function lazyModule<Module>(load: () => Promise<Module>): LazyModule<Module> {
  let loading: Promise<Module> | undefined;
  let loaded: Module | undefined;
  return {
    load: () => (loading ??= load().then((module) => (loaded = module))),
    loaded: () => loaded,
  };
}
