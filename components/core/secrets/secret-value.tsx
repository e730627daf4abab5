import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { TextField } from "#components/kit/text-field.tsx";
import type { Reveal } from "#lib/core/contract/secrets/secret.ts";
import { wrongCharacterIn } from "#lib/platform/contract/secret-characters.ts";

type Props = { label: string; hint?: string; name: string; required?: boolean; onChange?: () => void };

/**
 * A field for a key or secret that the user has. It hides the value, and browsers do not store it. Characters that keys
 * and secrets cannot contain are reported before the form is sent.
 */
export function SecretField({ onChange, ...props }: Props) {
  const t = useTranslations("secrets");
  const [error, setError] = useState("");
  const check = (field: HTMLInputElement) => {
    const wrong = wrongCharacterIn(valueIn(field.value));
    const says = wrong ? t("wrongCharacter", wrong) : "";
    field.setCustomValidity(says);
    setError(says);
    onChange?.();
  };
  return (
    <TextField
      {...props}
      error={error || undefined}
      type="password"
      maxLength={500}
      autoComplete="off"
      spellCheck={false}
      onChange={({ target }) => check(target)}
    />
  );
}

/** The key or secret in the form field of this name. Prevents the submit. */
export function secretIn(event: FormEvent<HTMLFormElement>, name: string): string {
  event.preventDefault();
  return valueIn(String(new FormData(event.currentTarget).get(name)));
}

const VARIABLES: Record<Reveal["kind"], string> = {
  api_key: "SVC_API_KEY",
  webhook_secret: "SVC_WEBHOOK_SECRET",
  service_token: "COTEJO_TOKEN",
  channel_secret: "COTEJO_WEBHOOK_SECRET",
};

/** The value as a line of an `.env` file with its name as a comment above, and the name of the file. */
export function envLine({ kind, name, value }: Pick<Reveal, "kind" | "name" | "value">) {
  // A line break in the name would start a line outside of the comment.
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

/** The key or secret in a pasted text: the value alone, its line, or the whole downloaded file. */
export function valueIn(pasted: string): string {
  const [, value] = /^.*(?:SVC_API_KEY|SVC_WEBHOOK_SECRET)=(.*)$/s.exec(pasted) ?? [];
  return (value ?? pasted).trim();
}
