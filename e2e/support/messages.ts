import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { LOCALES } from "#lib/contract/preferences.ts";
import type { MESSAGES as Messages } from "#lib/server/i18n/messages.ts";

const FOLDER = join(import.meta.dirname, "..", "..", "messages");

/** The words of the pages as they are written: the dashboard's own import of them is one for its bundler alone. */
export const MESSAGES = Object.fromEntries(
  LOCALES.map((locale) => [locale, namespacesOf(join(FOLDER, locale))]),
) as typeof Messages;

function namespacesOf(folder: string): object {
  const files = readdirSync(folder);
  return Object.fromEntries(
    files.map((file) => [file.replace(/\.json$/, ""), JSON.parse(readFileSync(join(folder, file), "utf8"))]),
  );
}
