import "./app.css";
import { loadFaces } from "#web/app/faces.ts";
import { loadFirstPage } from "#web/app/first-page.ts";

// Small, and first: what the page waits for is on its way before React, the largest part, has arrived.
const page = Promise.all([import("#web/app/mount.tsx"), loadFirstPage(location)]).then(
  ([{ mount }]) => mount(),
);
loadFaces(page);
