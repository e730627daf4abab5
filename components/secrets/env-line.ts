import type { Reveal } from "#lib/contract/secrets/secret.ts";

const VARIABLES: Record<Reveal["kind"], string> = {
  api_key: "SVC_API_KEY",
  webhook_secret: "SVC_WEBHOOK_SECRET",
};

/** The value as a line of an `.env` file, which says below whose it is, and a name for the file. */
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

/** The value of what somebody has pasted, which may be the line or the whole file in which it was told. */
export function valueIn(pasted: string): string {
  const [, value] = /^.*(?:SVC_API_KEY|SVC_WEBHOOK_SECRET)=(.*)$/s.exec(pasted) ?? [];
  return (value ?? pasted).trim();
}
