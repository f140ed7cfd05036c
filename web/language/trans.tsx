import { cloneElement, Fragment } from "react";
import type { ReactElement, ReactNode } from "react";
import { piecesOf } from "./messages.ts";
import type { Message } from "#shared/language/messages.ts";

type Elements = Readonly<Record<string, ReactElement>>;

const NONE: Elements = {};
const TAG = /(<\/?\w+\/?>)/;

/**
 * What the build makes of `Trans`: a text whose tags, `<0>…</0>`, are elements. Only the message's own tags are read, not
 * those in a value: a name may look like one.
 */
export function Trans({
  components = NONE,
  ...message
}: Message & { components?: Elements }): ReactNode {
  const open: { name: string; nodes: ReactNode[] }[] = [{ name: "", nodes: [] }];
  const add = (node: ReactNode) => open.at(-1)?.nodes.push(node);
  const close = () => {
    const { name, nodes } = open.pop() ?? { name: "", nodes: [] };
    add(elementOf(components[name], nodes));
  };
  for (const piece of piecesOf(message)) {
    if ("value" in piece) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the values of a `Trans` are its children
      add(piece.value as ReactNode);
      continue;
    }
    for (const text of piece.text.split(TAG)) {
      const name = /^<\/?(\w+)\/?>$/.exec(text)?.[1];
      if (name === undefined || !components[name]) add(text);
      else if (text.startsWith("</")) close();
      else {
        open.push({ name, nodes: [] });
        if (text.endsWith("/>")) close();
      }
    }
  }
  while (open.length > 1) close();
  return keyed(open[0]?.nodes ?? []);
}

function elementOf(element: ReactElement | undefined, nodes: ReactNode[]): ReactNode {
  if (!element) return keyed(nodes);
  return nodes.length > 0 ? cloneElement(element, undefined, keyed(nodes)) : element;
}

const keyed = (nodes: ReactNode[]): ReactNode =>
  // oxlint-disable-next-line react/no-array-index-key -- The pieces of a sentence have an order and no other identity.
  nodes.map((node, index) => <Fragment key={index}>{node}</Fragment>);
