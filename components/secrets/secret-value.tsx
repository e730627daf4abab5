import type { FormEvent } from "react";
import { Field } from "#components/ui/input.tsx";
import type { Reveal } from "#lib/contract/secrets/secret.ts";

type Props = { label: string; hint?: string; name: string; required?: boolean; onChange?: () => void };

/** A field for a key or a secret that the user has: not shown, not remembered by the browser. */
export function SecretField(props: Props) {
  return <Field {...props} type="password" maxLength={500} autoComplete="off" spellCheck={false} />;
}

/** The key or secret in the form field of this name; the form is not sent. */
export function sentWith(event: FormEvent<HTMLFormElement>, name: string): string {
  event.preventDefault();
  return valueIn(String(new FormData(event.currentTarget).get(name)));
}

const VARIABLES: Record<Reveal["kind"], string> = {
  api_key: "SVC_API_KEY",
  webhook_secret: "SVC_WEBHOOK_SECRET",
};

/** The value as a line of an `.env` file below a comment with its name, and a name for the file. */
export function envLine({ kind, name, value }: Pick<Reveal, "kind" | "name" | "value">) {
  // A line break in the name would begin a line of its own.
  const comment = name.replaceAll(/\s+/g, " ").trim();
  const slug = name
    .normalize("NFD")
    .replaceAll(/\p{M}+/gu, "")
    .replaceAll(/[^a-zA-Z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .toLowerCase()
    .slice(0, 40);
  return { text: `# ${comment}\n${VARIABLES[kind]}=${value}\n`, fileName: `${slug || "key"}.env` };
}

/** The value of a pasted text, which may be the line or the whole file that was downloaded. */
export function valueIn(pasted: string): string {
  const [, value] = /^.*(?:SVC_API_KEY|SVC_WEBHOOK_SECRET)=(.*)$/s.exec(pasted) ?? [];
  return (value ?? pasted).trim();
}
