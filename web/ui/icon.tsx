/** Our own icons: strokes on a 16 by 16 grid. */
const PATHS = {
  activity: "M1.5 8.500h3L6.500 3.500l3 9 2-4h3",
  alert: "M8 2l6.5 11.5h-13zM8 6.5v3.5M8 11.8v.2",
  apps: "M2.500 2.500h4v4h-4zM9.500 2.500h4v4h-4zM2.500 9.500h4v4h-4zM9.500 9.500h4v4h-4z",
  back: "M10 3L5 8l5 5",
  chat: "M2 3h9v6H6l-2.500 2.500V9H2zM13 6h1.200v6H13v2l-2.300-2H7.500",
  check: "M3 8.5l3.2 3.2L13 4.8",
  chevron: "M4 6l4 4 4-4",
  clock: "M8 2a6 6 0 110 12A6 6 0 018 2zM8 4.8V8l2.3 1.6",
  close: "M4 4l8 8M12 4l-8 8",
  copy: "M5.5 5.5h8v8h-8zM10.5 5.500v-3h-8v8h3",
  crown: "M2.5 12.500h11M2.5 10.500L2 4.500l3.3 2.700L8 3l2.7 4.200L14 4.500l-.5 6z",
  device: "M2 3h12v8H2zM5.5 13.500h5",
  download: "M8 2.500v7.500M4.700 7L8 10.300 11.300 7M3 13.500h10",
  edit: "M3 13l.6-2.8 7-7 2.2 2.2-7 7zM9.3 4.500l2.2 2.2",
  external: "M6.5 3H3v10h10V9.500M9 3h4v4M13 3L7.5 8.5",
  folder: "M2 4h4.300l1.500 1.800H14V13H2z",
  grip: "M6 3.500h.2M10 3.500h.2M6 8h.2M10 8h.2M6 12.500h.2M10 12.500h.2",
  group:
    "M6 3.500a2.5 2.5 0 110 5 2.5 2.5 0 010-5zM1.5 13c.5-2.5 2.3-3.5 4.5-3.500s4 1 4.5 3.500M11 4a2.3 2.3 0 010 4.500M12 9.800c1.5.4 2.3 1.5 2.5 3.2",
  home: "M3 8l5-5 5 5v5H9.500V9.500h-3V13H3z",
  info: "M8 2a6 6 0 110 12A6 6 0 018 2zM8 7.300v3.700M8 5v.2",
  key: "M10.500 2.300a3.2 3.2 0 110 6.4 3.2 3.2 0 010-6.400zM8.2 7.800L2.500 13.500M4.500 11.500l1.700 1.700M6.500 9.500l1.300 1.300",
  link: "M6.8 9.200l2.4-2.400M7.3 4.800l1.3-1.300a2.8 2.8 0 014 4l-1.4 1.300M8.7 11.200l-1.3 1.300a2.8 2.8 0 01-4-4l1.4-1.3",
  lock: "M4 7.500h8v6H4zM5.5 7.500V5a2.5 2.5 0 015 0v2.5",
  logout: "M6.5 3H3v10h3.500M7 8h7M11.3 5.300L14 8l-2.7 2.7",
  mail: "M2 4h12v8H2zM2 4.500l6 4.5 6-4.5",
  menu: "M2.5 4.500h11M2.5 8h11M2.5 11.500h11",
  more: "M3.5 8h.1M8 8h.1M12.5 8h.1",
  person:
    "M8 2.700a2.8 2.8 0 110 5.6 2.8 2.8 0 010-5.600zM2.5 14c.6-3 2.8-4.3 5.5-4.300s4.9 1.3 5.5 4.3",
  plus: "M8 3v10M3 8h10",
  pause: "M5.5 3.500v9M10.5 3.500v9",
  question: "M5.6 6a2.4 2.4 0 114 1.800c-1 .8-1.6 1.200-1.6 2.300M8 12.700v.1",
  refresh: "M13 8a5 5 0 11-1.5-3.600L13.2 6M13.3 2.700V6H10",
  search: "M7 2.700a4.3 4.3 0 110 8.6 4.3 4.3 0 010-8.600zM10.2 10.200L14 14",
  shield: "M8 1.800l5 2v4c0 3.2-2 5.4-5 6.4-3-1-5-3.2-5-6.400v-4z",
  sliders: "M2.5 5h5.5M12 5h1.500M2.5 11H4M8 11h5.500M10 3v4M6 9v4",
  star: "M8 2l1.8 4 4.3.4-3.3 2.9 1 4.300L8 11.4 4.2 13.600l1-4.300L1.9 6.4 6.2 6z",
  trash: "M3 4.500h10M6.5 4.500v-2h3v2M4.5 4.500l.5 9h6l.5-9M6.7 7.200v4M9.3 7.200v4",
  unlink:
    "M7.3 4.800l1.3-1.300a2.8 2.8 0 014 4l-1.4 1.300M8.7 11.200l-1.3 1.300a2.8 2.8 0 01-4-4l1.4-1.300M2.5 2.500l11 11",
};

export type IconName = keyof typeof PATHS;

/** Decorative: the text beside it carries the meaning. */
export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
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
      <path d={PATHS[name]} />
    </svg>
  );
}
