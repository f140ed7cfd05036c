import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { Portrait } from "#web/eve/images.tsx";
import { Isk } from "#web/eve/isk.tsx";
import { RowsSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { Table } from "#web/ui/table.tsx";

function count(html: string, part: string): number {
  return html.split(part).length - 1;
}

test("the first render of a long table draws one screen of rows, of a short table all rows", () => {
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

test("a list skeleton has as many rows as the list, up to one screen", () => {
  const draw = (rows: number) =>
    renderToString(createElement(RowsSkeleton, { label: "Loading members", rows }));
  expect(count(draw(2), "h-13")).toBe(2);
  expect(count(draw(1000), "h-13")).toBe(16);
});

test("the first render leaves out portraits but reserves their space", () => {
  const html = renderToString(createElement(Portrait, { characterId: 2_112_000_001, size: 64 }));
  expect(html).not.toContain("<img");
  expect(html).toContain("size-16");
});

test("an amount of a trillion ISK has the exact amount with two decimals beneath the compact one", () => {
  const draw = (amount: number) => renderToString(createElement(Isk, { amount }));
  const shown = draw(1_234_567_890_123.456);
  expect(shown.indexOf("1.23t ISK")).toBeGreaterThan(0);
  expect(shown.indexOf("1,234,567,890,123.46 ISK")).toBeGreaterThan(shown.indexOf("1.23t ISK"));
  expect(draw(999_999_999_999)).toMatch(/>999,999,999,999.00 ISK<\/data>/);
});
