import { createElement } from "react";
import { createRoot } from "react-dom/client";

/** The first file of the demo's mark: the build of the demo adds it to the page, beside `web/main.ts`. */
// What ends a page can be scrolled above the mark.
document.body.classList.add("pb-10");
const place = document.body.appendChild(document.createElement("div"));
void import("./demo-mark.tsx").then(({ default: DemoMark }) =>
  createRoot(place).render(createElement(DemoMark)),
);
