import type { Plugin } from "vite";

export function newEden(_port: number): Plugin {
  return { name: "muster:new-eden" };
}
