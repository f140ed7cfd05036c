import { createContext, use, useEffect, memo } from "react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { t } from "#web/language/macros.ts";
import { useSiteName } from "#web/lib/site-name.ts";
import { cx } from "#web/lib/cx.ts";

/** Sets the title of the browser tab: "Groups · Muster", or "Muster" alone; with the name of the community in place of Muster. */
export function PageTitle({ children }: { children?: string | undefined }) {
  const siteName = useSiteName();
  useEffect(() => {
    document.title = children ? `${children} · ${siteName}` : siteName;
  }, [children, siteName]);
  return null;
}

/** A page above this one. */
export type Crumb = { to: string; label: string };

/** What an area puts into the title row of each of its pages: the trail to it, and tabs below. */
export const Area = createContext<{ trail: readonly Crumb[]; tabs?: ReactNode }>({ trail: [] });

type PageHeaderProps = {
  title: string;
  /** Where the heading alone does not say what it is. */
  tabTitle?: string;
  /** The pages between the area and this one. */
  trail?: readonly Crumb[];
  /** A portrait or a logo. */
  image?: ReactNode;
  chips?: ReactNode;
  /** One fact. Beside an image it is below the name. */
  subtitle?: ReactNode;
  actions?: ReactNode;
};

/** The title row, one for each page: trail, name, a fact, actions. The name is the h1, and the title of the browser tab. */
export function PageHeader(props: PageHeaderProps) {
  const { title, tabTitle = title, trail = [], image, chips, subtitle, actions } = props;
  const area = use(Area);
  const fact = subtitle && (
    <div className="w-fit min-w-0 bg-void wrap-anywhere text-text-2">{subtitle}</div>
  );
  return (
    <header className="mb-4">
      <PageTitle>{tabTitle}</PageTitle>
      <div className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-3">
        {image}
        <div className="min-w-0 flex-1 basis-52">
          <div className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1">
            <Trail crumbs={[...area.trail, ...trail]} />
            <h1 className="w-fit min-w-0 bg-void text-2xl wrap-anywhere">
              <bdi>{title}</bdi>
            </h1>
            {chips && <div className="flex flex-wrap gap-1.5 self-center">{chips}</div>}
            {!image && fact}
          </div>
          {image && fact}
        </div>
        {actions && (
          <div className="ml-auto flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-1 print:hidden">
            {actions}
          </div>
        )}
      </div>
      {area.tabs && <div className="mt-2">{area.tabs}</div>}
    </header>
  );
}

function Trail({ crumbs }: { crumbs: readonly Crumb[] }) {
  if (crumbs.length === 0) return null;
  return (
    <nav aria-label={t`Breadcrumbs`} className="min-w-0">
      <ol className="flex flex-wrap items-center gap-x-2 text-sm text-text-2">
        {crumbs.map(({ to, label }) => (
          <li key={to} className="flex min-w-0 items-center gap-2">
            <Link
              to={to}
              className="inline-flex min-h-6 min-w-0 items-center bg-void wrap-anywhere hover:text-text-1 hover:underline max-md:-mt-2.5 max-md:min-h-11"
            >
              <bdi>{label}</bdi>
            </Link>
            <span aria-hidden="true">/</span>
          </li>
        ))}
      </ol>
    </nav>
  );
}

type FullPageProps = (
  | { title: string; pageTitle?: string }
  /** A heading with elements needs a title for the browser tab. */
  | { title: ReactNode; pageTitle: string }
) & {
  /** Inside the shell, which already renders <main>. */
  isInShell?: boolean;
  children: ReactNode;
};

/** A message centred on an otherwise empty screen. */
export function FullPage({ title, pageTitle, isInShell, children }: FullPageProps) {
  const Box = isInShell ? "div" : "main";
  return (
    <Box
      tabIndex={isInShell ? undefined : -1}
      className={cx(
        "mx-auto grid max-w-112 content-center justify-items-center gap-4 px-4 py-10 text-center text-pretty *:[p]:bg-void",
        !isInShell && "min-h-dvh",
      )}
    >
      <PageTitle>{pageTitle ?? (typeof title === "string" ? title : undefined)}</PageTitle>
      {!isInShell && <Starfield count={50} />}
      {!isInShell && <Mark size={28} />}
      <h1 className="bg-void text-3xl">{title}</h1>
      {children}
    </Box>
  );
}

type Star = { x: string; y: string; radius: string; opacity: string; className: string };

/** The mulberry32 generator: seeded, so that the sky is the same on every visit. */
function seededRandom(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const TWINKLES = ["twinkle", "twinkle twinkle-slow", "twinkle twinkle-slower"];

function createSky(count: number, seed: number): Star[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, (_, index) => {
    const bright = random() > 0.95;
    const hue = random();
    const tint = hue > 0.9 ? " star-amber" : hue > 0.8 ? " star-blue" : "";
    const twinkle = index % 13 === 0 ? ` ${TWINKLES[(index / 13) % TWINKLES.length]}` : "";
    return {
      x: `${(random() * 100).toFixed(1)}%`,
      y: `${(random() * 100).toFixed(1)}%`,
      radius: (0.5 + random() * (bright ? 0.9 : 0.5)).toFixed(2),
      opacity: ((bright ? 0.5 : 0.22) + random() * (bright ? 0.25 : 0.4)).toFixed(2),
      className: `star${tint}${twinkle}`,
    };
  });
}

/** 100 stars on the landing page, 50 behind the shell. */
const SKIES = { 100: createSky(100, 30_000_142), 50: createSky(50, 30_002_187) };

/**
 * Percent coordinates keep all stars on every screen at their size. Only every thirteenth star is animated, because
 * players run EVE on the same GPU.
 */
export const Starfield = memo(function Starfield({ count }: { count: keyof typeof SKIES }) {
  return (
    <svg className="stars" aria-hidden="true" focusable="false" data-count={count}>
      {SKIES[count].map(({ x, y, radius, opacity, className }) => (
        <circle key={x + y} className={className} cx={x} cy={y} r={radius} opacity={opacity} />
      ))}
    </svg>
  );
});

/** The logo: a target-lock bracket around a point of light. */
export function Mark({ size = 22 }: { size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 22 22"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      aria-hidden="true"
      className="shrink-0"
    >
      <path d="M1 6V1h5M16 1h5v5M21 16v5h-5M6 21H1v-5" />
      <circle cx="11" cy="11" r="3.2" fill="currentColor" stroke="none" />
    </svg>
  );
}
