import { use } from "react";
import type { ComponentType } from "react";
import type { LazyModule } from "./lazy-module.ts";

/**
 * A component whose code comes when it is needed. Unlike React's own `lazy`, what has come already is drawn at once:
 * a fallback, even one that nobody sees, would hold the page back for a third of a second.
 */
export function lazyComponent(code: LazyModule<{ default: ComponentType }>): ComponentType {
  return function LazyComponent() {
    const { default: Content } = use(code.load());
    return <Content />;
  };
}
