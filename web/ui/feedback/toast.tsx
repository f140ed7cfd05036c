import { t } from "#web/language/macros.ts";
import { cx } from "#web/lib/cx.ts";
import { createStore } from "#web/lib/store.ts";
import { IconButton } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";

/** Pointer or focus on a toast pauses its timer. */
const SHOWN_MS = { success: 3000, error: 5000 };
type Tone = keyof typeof SHOWN_MS;
type Toast = { id: number; tone: Tone; text: string };

const toasts = createStore<readonly Toast[]>([]);
let lastId = 0;
const timers = new Map<number, ReturnType<typeof setTimeout>>();

function show(tone: Tone, text: string, shownMs = SHOWN_MS[tone]) {
  const toast = { id: ++lastId, tone, text };
  toasts.set([...toasts.get().slice(-2), toast]);
  startTimer(toast.id, shownMs);
}

function startTimer(id: number, shownMs: number) {
  clearTimeout(timers.get(id));
  timers.set(
    id,
    setTimeout(() => dismiss(id), shownMs),
  );
}

function dismiss(id: number) {
  clearTimeout(timers.get(id));
  timers.delete(id);
  toasts.set(toasts.get().filter((toast) => toast.id !== id));
}

/** Shows a short message. Errors that need action are also shown in place. */
export const toast = {
  success: (text: string, shownMs?: number) => show("success", text, shownMs),
  error: (text: string, shownMs?: number) => show("error", text, shownMs),
};

/** Rendered once, at the root: screen readers need the live region before its first message. */
export function Toasts() {
  const shown = toasts.useValue();
  return (
    <div
      aria-live="polite"
      className="pointer-events-none fixed right-4 bottom-4 left-4 z-30 flex flex-col items-end gap-2"
    >
      {shown.map(({ id, tone, text }) => (
        <div
          key={id}
          className={cx(
            "pointer-events-auto flex w-full max-w-96 animate-rise items-start gap-3 rounded-card border bg-overlay py-2 pr-2 pl-4 shadow-overlay",
            tone === "success" ? "border-ok-dim text-ok" : "border-danger-dim text-danger",
          )}
          onPointerEnter={() => clearTimeout(timers.get(id))}
          onPointerLeave={() => startTimer(id, SHOWN_MS[tone])}
          onFocus={() => clearTimeout(timers.get(id))}
          onBlur={() => startTimer(id, SHOWN_MS[tone])}
        >
          <span className="mt-2">
            <Icon name={tone === "success" ? "check" : "alert"} />
          </span>
          <p className="min-w-0 flex-1 py-1.5 text-text-1">{text}</p>
          <IconButton icon="close" label={t`Dismiss`} size="sm" onClick={() => dismiss(id)} />
        </div>
      ))}
    </div>
  );
}
