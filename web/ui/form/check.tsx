import type { ComponentProps } from "react";
import "./check.css";

/** A checkbox or a radio button, with its styles: pages without one do not load them. */
export function Check(props: ComponentProps<"input"> & { type: "checkbox" | "radio" }) {
  return <input {...props} />;
}
