/** Our own icons: strokes on a 16 by 16 grid. */
const PATHS = {
  activity: "M1.5 8.5h3L6.5 3.5l3 9 2-4h3",
  alert: "M8 2l6.5 11.5h-13zM8 6.5v3.5M8 11.8v.2",
  apps: "M2.5 2.5h4v4h-4zM9.5 2.5h4v4h-4zM2.5 9.5h4v4h-4zM9.5 9.5h4v4h-4z",
  back: "M10 3L5 8l5 5",
  calendar: "M2.5 4h11v9.5h-11zM2.5 7h11M5.5 2.5V5M10.5 2.5V5",
  chat: "M2 3h9v6H6l-2.5 2.5V9H2zM13 6h1.2v6H13v2l-2.3-2H7.5",
  check: "M3 8.5l3.2 3.2L13 4.8",
  chevron: "M4 6l4 4 4-4",
  clock: "M8 2a6 6 0 110 12A6 6 0 018 2zM8 4.8V8l2.3 1.6",
  clipboard: "M4 3h8v11H4zM6 1.8h4v2.4H6zM6 9l1.6 1.6L10.3 7.5",
  close: "M4 4l8 8M12 4l-8 8",
  copy: "M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3",
  crown: "M2.5 12.5h11M2.5 10.5L2 4.5l3.3 2.7L8 3l2.7 4.2L14 4.5l-.5 6z",
  device: "M2 3h12v8H2zM5.5 13.5h5",
  download: "M8 2.5v7.5M4.7 7L8 10.3 11.3 7M3 13.5h10",
  edit: "M3 13l.6-2.8 7-7 2.2 2.2-7 7zM9.3 4.5l2.2 2.2",
  external: "M6.5 3H3v10h10V9.5M9 3h4v4M13 3L7.5 8.5",
  eye: "M1.5 8q6.5-8 13 0-6.5 8-13 0zM8 7.5v1",
  flag: "M3.5 14.5V2M3.5 2.5h9l-2.3 3 2.3 3h-9",
  folder: "M2 4h4.3l1.5 1.8H14V13H2z",
  gauge: "M2 12a6.3 6.3 0 1112 0M8 12l3-4.5M2 12h1.5M12.5 12H14M8 4v1.5",
  globe:
    "M8 2a6 6 0 110 12A6 6 0 018 2zM2 8h12M8 2c2.2 1.7 2.5 4 2.5 6s-.3 4.3-2.5 6c-2.2-1.7-2.5-4-2.5-6s.3-4.3 2.5-6z",
  grip: "M6 3.5h.2M10 3.5h.2M6 8h.2M10 8h.2M6 12.5h.2M10 12.5h.2",
  group:
    "M6 3.5a2.5 2.5 0 110 5 2.5 2.5 0 010-5zM1.5 13c.5-2.5 2.3-3.5 4.5-3.5s4 1 4.5 3.5M11 4a2.3 2.3 0 010 4.5M12 9.8c1.5.4 2.3 1.5 2.5 3.2",
  held: "M8 2a6 6 0 110 12A6 6 0 018 2zM6.5 5.8v4.4M9.5 5.8v4.4",
  home: "M3 8l5-5 5 5v5H9.5V9.5h-3V13H3z",
  info: "M8 2a6 6 0 110 12A6 6 0 018 2zM8 7.3v3.7M8 5v.2",
  key: "M10.5 2.3a3.2 3.2 0 110 6.4 3.2 3.2 0 010-6.4zM8.2 7.8L2.5 13.5M4.5 11.5l1.7 1.7M6.5 9.5l1.3 1.3",
  link: "M6.8 9.2l2.4-2.4M7.3 4.8l1.3-1.3a2.8 2.8 0 014 4l-1.4 1.3M8.7 11.2l-1.3 1.3a2.8 2.8 0 01-4-4l1.4-1.3",
  lock: "M4 7.5h8v6H4zM5.5 7.5V5a2.5 2.5 0 015 0v2.5",
  logout: "M6.5 3H3v10h3.5M7 8h7M11.3 5.3L14 8l-2.7 2.7",
  mail: "M2 4h12v8H2zM2 4.5l6 4.5 6-4.5",
  menu: "M2.5 4.5h11M2.5 8h11M2.5 11.5h11",
  more: "M3.5 8h.1M8 8h.1M12.5 8h.1",
  muster:
    "M2 5V2h3M11 2h3v3M14 11v3h-3M5 14H2v-3M8 4.8a1.7 1.7 0 110 3.4 1.7 1.7 0 010-3.4zM5 11.5c.4-1.5 1.6-2 3-2s2.6.5 3 2",
  person: "M8 2.7a2.8 2.8 0 110 5.6 2.8 2.8 0 010-5.6zM2.5 14c.6-3 2.8-4.3 5.5-4.3s4.9 1.3 5.5 4.3",
  plus: "M8 3v10M3 8h10",
  pause: "M5.5 3.5v9M10.5 3.5v9",
  question: "M5.6 6a2.4 2.4 0 114 1.8c-1 .8-1.6 1.2-1.6 2.3M8 12.7v.1",
  refresh: "M13 8a5 5 0 11-1.5-3.6L13.2 6M13.3 2.7V6H10",
  search: "M7 2.7a4.3 4.3 0 110 8.6 4.3 4.3 0 010-8.6zM10.2 10.2L14 14",
  shield: "M8 1.8l5 2v4c0 3.2-2 5.4-5 6.4-3-1-5-3.2-5-6.4v-4z",
  sliders: "M2.5 5h5.5M12 5h1.5M2.5 11H4M8 11h5.5M10 3v4M6 9v4",
  star: "M8 2l1.8 4 4.3.4-3.3 2.9 1 4.3L8 11.4 4.2 13.6l1-4.3L1.9 6.4 6.2 6z",
  trash: "M3 4.5h10M6.5 4.5v-2h3v2M4.5 4.5l.5 9h6l.5-9M6.7 7.2v4M9.3 7.2v4",
  unlink:
    "M7.3 4.8l1.3-1.3a2.8 2.8 0 014 4l-1.4 1.3M8.7 11.2l-1.3 1.3a2.8 2.8 0 01-4-4l1.4-1.3M2.5 2.5l11 11",
  tower:
    "M3 14V4.5L8 2v12M8 6l5 2v6M1.5 14h13M5.5 6.5v.1M5.5 9v.1M5.5 11.5v.1M10.5 10v.1M10.5 12v.1",
  undo: "M5.5 3L2.5 6l3 3M2.5 6H9.5a4 4 0 010 8H6",
  verify:
    "M8 1.8l1.7 1.3 2.1-.2.6 2.1 1.8 1.2-.8 2 .8 2-1.8 1.2-.6 2.1-2.1-.2L8 14.2l-1.7-1.3-2.1.2-.6-2.1L1.8 9.8l.8-2-.8-2 1.8-1.2.6-2.1 2.1.2zM5.7 8.2l1.7 1.7L10.5 6.5",
};

export type IconName = keyof typeof PATHS;

/** Decorative: the text beside it carries the meaning. */
export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return <Glyph path={PATHS[name]} size={size} />;
}

/** A path on the grid of our icons, of a page that loads later than they do. */
export function Glyph({ path, size = 16 }: { path: string; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className="shrink-0"
    >
      <path d={path} />
    </svg>
  );
}
