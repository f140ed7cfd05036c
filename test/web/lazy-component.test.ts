import { createElement, Suspense } from "react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { lazyComponent } from "#web/lib/lazy-component.tsx";
import { lazyModule } from "#web/lib/lazy-module.ts";

test("code that has come already is drawn at once, without a fallback in between", async () => {
  const code = lazyModule(() => Promise.resolve({ default: () => "The page" }));
  const page = createElement(lazyComponent(code));
  await code.load();
  expect(renderToString(createElement(Suspense, { fallback: "..." }, page))).toContain("The page");
});
