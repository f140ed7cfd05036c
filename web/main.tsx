import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "./app.css";
import { Providers } from "./app/providers.tsx";
import { Router } from "./app/router.tsx";

const root = document.querySelector("#root");
if (!root) throw new Error("index.html has no #root.");

createRoot(root).render(
  <StrictMode>
    <Providers>
      <Router />
    </Providers>
  </StrictMode>,
);
