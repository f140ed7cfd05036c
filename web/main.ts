import "./app.css";
import { loadFirstPage } from "./app/first-page.ts";

// Small, and first: what the page waits for is on its way before React, the largest part, has arrived.
void Promise.all([import("./app/mount.tsx"), loadFirstPage(location)]).then(([{ mount }]) =>
  mount(),
);
