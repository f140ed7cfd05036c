import type { ComponentProps, FormEvent, KeyboardEvent } from "react";
import { flushSync } from "react-dom";

type FormProps = Omit<ComponentProps<"form">, "onSubmit" | "noValidate"> & {
  onSubmit: () => void;
};

/** A form with our own validation messages; a submit focuses the first invalid field. */
export function Form({ onSubmit, children, ...rest }: FormProps) {
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    // Render synchronously, so that invalid fields are marked before the first one is focused.
    flushSync(onSubmit);
    form.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }
  return (
    <form {...rest} noValidate onSubmit={submit}>
      {children}
    </form>
  );
}

/** Submits on Ctrl+Enter, since Enter makes a line break in a textarea. */
export function submitOnControlEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
