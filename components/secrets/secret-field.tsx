import type { FormEvent } from "react";
import { Field } from "#components/ui/field.tsx";
import { valueIn } from "./env-line.ts";

type Props = { label: string; hint?: string; name: string; required?: boolean; onChange?: () => void };

/** A field for a key or a secret that somebody has: not shown, not remembered by the browser. */
export function SecretField(props: Props) {
  return <Field {...props} type="password" maxLength={500} autoComplete="off" spellCheck={false} />;
}

/** The key or secret that a form is sent with in the field of this name; the page goes on with it itself. */
export function sentWith(event: FormEvent<HTMLFormElement>, name: string): string {
  event.preventDefault();
  return valueIn(String(new FormData(event.currentTarget).get(name)));
}
