import { useSearchParams } from "react-router";

/** How an address contains a filter of a list. */
type Parameter<Value> = {
  /** The name of the parameter, where the filter has another one. */
  name?: string;
  /** The text of the parameter, if it is not the value. */
  word?: string;
  /** Reads a text, which is empty without the parameter; undefined if it is not a value. */
  read: (text: string) => Value | undefined;
};

export const anyText = ({ min = 1, max = 1000 } = {}): Parameter<string> => ({
  read: (given) => {
    const text = given.trim().slice(0, max);
    return text.length >= min ? text : undefined;
  },
});

export const textLike = (isOne: (text: string) => boolean): Parameter<string> => ({
  read: (text) => (isOne(text) ? text : undefined),
});

/** A day as a date field has it. */
export const day = textLike(
  (text) => /^\d{4}-\d\d-\d\d$/.test(text) && new Date(text).toJSON()?.startsWith(text),
);

export const choiceOf = <Value extends string | number>(
  values: readonly Value[],
): Parameter<Value> => ({ read: (text) => values.find((value) => String(value) === text) });

/** One of the keys of a record that has them all, such as their labels. */
export const labelled = <Value extends string>(
  record: Readonly<Record<Value, unknown>>,
): Parameter<Value> => {
  const isKey = (text: string): text is Value => Object.hasOwn(record, text);
  return { read: (text) => (isKey(text) ? text : undefined) };
};

/** A filter that is on or off. */
export const flag = (word = "true"): Parameter<"true"> => ({
  word,
  read: (text) => (text === word ? "true" : undefined),
});

/**
 * The filters of a list in its address, so that back, reload and sharing work. Texts that are no value are ignored. Without
 * schemas: the entry reads filters from addresses, and has no zod.
 */
export function filtersInAddress<Filters extends object>(parameters: {
  [Field in keyof Filters]-?: Parameter<Exclude<Filters[Field], undefined>>;
}) {
  const entries = Object.entries<Parameter<unknown>>(parameters);
  const nameOf = (field: string) => entries.find(([other]) => other === field)?.[1].name ?? field;

  function read(params: URLSearchParams): Filters {
    const found = entries.flatMap(([field, { name = field, read }]) => {
      const value = read(params.get(name) ?? "");
      return value === undefined ? [] : [[field, value]];
    });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each parameter reads the type of its filter
    return Object.fromEntries(found) as Filters;
  }

  /** What else is in the address stays: the tab of the page. */
  function write(filters: Filters, address = new URLSearchParams()): URLSearchParams {
    const params = new URLSearchParams(address);
    for (const [field, { name = field }] of entries) params.delete(name);
    const values = new Map(Object.entries(filters));
    for (const [field, { name = field, word }] of entries) {
      const value: unknown = values.get(field);
      const isText = typeof value === "string" && value !== "";
      if (isText || typeof value === "number") params.append(name, word ?? String(value));
    }
    return params;
  }

  /** The filters with another one, as a field has it; without it, if its text is no value. */
  function change(filters: Filters, field: keyof Filters & string, text: string): Filters {
    const params = write(filters);
    params.set(nameOf(field), text);
    return read(params);
  }
  /** "?state=in_talks", or nothing without filters. */
  function toSearch(filters: Filters): string {
    const params = write(filters);
    return params.size === 0 ? "" : `?${params.toString()}`;
  }
  return { read, write, change, toSearch };
}

/**
 * The parameters of the address as they are now. Those of the last render lack what was chosen since, while the router still renders.
 */
export const addressNow = () => new URLSearchParams(window.location.search);

/** `isReplacing`: a change is no step of the browser's history. */
export function useFilters<Filters extends object>(
  { read, write }: ReturnType<typeof filtersInAddress<Filters>>,
  { isReplacing = false } = {},
) {
  const [params, setParams] = useSearchParams();
  const filters = read(params);
  return {
    filters,
    /** Changes what differs from `filters`; what was chosen since stays. */
    setFilters: (chosen: Filters) => {
      const [address, before, after] = [addressNow(), write(filters), write(chosen)];
      for (const name of new Set([...before.keys(), ...after.keys()])) {
        const value = after.get(name);
        if (value === before.get(name)) continue;
        if (value === null) address.delete(name);
        else address.set(name, value);
      }
      setParams(write(read(address), address), {
        preventScrollReset: true,
        replace: isReplacing,
      });
    },
  };
}
