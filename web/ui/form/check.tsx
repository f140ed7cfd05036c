import type { ComponentProps } from "react";
import "./check.css";

/** A checkbox or a radio button: the only controls whose look is not in `app.css`. */
export function Check(props: ComponentProps<"input"> & { type: "checkbox" | "radio" }) {
  return <input {...props} />;
}
