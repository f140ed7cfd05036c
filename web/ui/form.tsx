import { flushSync } from "react-dom";
import type { ComponentProps, FormEvent, KeyboardEvent } from "react";

type FormProps = Omit<ComponentProps<"form">, "onSubmit" | "noValidate"> & {
  onSubmit: () => void;
};

/** Says itself what is wrong, and leads to the first field of which it does. */
export function Form({ onSubmit, children, ...rest }: FormProps) {
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    // Rendered at once, so that the problems are on the page when the first is looked for.
    flushSync(onSubmit);
    form.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }
  return (
    <form {...rest} noValidate onSubmit={submit}>
      {children}
    </form>
  );
}

/** Does in a field of several lines what Enter does in a field of one. */
export function submitOnControlEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
