import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { Portrait } from "#web/eve/portrait.tsx";
import { RowsSkeleton } from "#web/ui/rows-skeleton.tsx";
import { Table } from "#web/ui/table.tsx";

function count(html: string, part: string): number {
  return html.split(part).length - 1;
}

test("a long table begins with what fills a screen, and a short one is whole at once", () => {
  const columns = [{ header: "Number", cell: (row: number) => row }];
  const draw = (length: number) => {
    const rows = Array.from({ length }, (_, index) => index);
    return renderToString(
      createElement(Table<number>, { caption: "Numbers", columns, rows, rowKey: (row) => row }),
    );
  };
  expect(count(draw(100), "<td")).toBe(24);
  expect(count(draw(20), "<td")).toBe(20);
});

test("the skeleton of a list is as long as the list, up to where the screen ends", () => {
  const draw = (rows: number) =>
    renderToString(createElement(RowsSkeleton, { label: "Loading members", rows }));
  expect(count(draw(2), "h-13")).toBe(2);
  expect(count(draw(1000), "h-13")).toBe(16);
});

test("the first page is drawn without its portraits, with their room kept", () => {
  const html = renderToString(createElement(Portrait, { characterId: 2_112_000_001, size: 64 }));
  expect(html).not.toContain("<img");
  expect(html).toContain("size-16");
});
