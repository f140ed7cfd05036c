import { use } from "react";
import type { ComponentType } from "react";
import type { LazyModule } from "./lazy-module.ts";

/**
 * A component whose code comes when it is needed. Unlike React's own `lazy`, what has come already is drawn at once:
 * a fallback, even one that nobody sees, would hold the page back for a third of a second.
 */
export function lazyComponent<Props extends object>(
  code: LazyModule<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  return function LazyComponent(props) {
    const { default: Content } = use(code.load());
    return <Content {...props} />;
  };
}
