import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { LOCALES } from "#lib/platform/contract/preferences.ts";
import type { MESSAGES as Messages } from "#lib/platform/server/i18n/messages.ts";

const FOLDER = join(import.meta.dirname, "..", "..", "messages");

/** The messages of the pages, read from their files: the dashboard's own import works only in its bundler. */
export const MESSAGES = Object.fromEntries(
  LOCALES.map((locale) => [locale, namespacesOf(join(FOLDER, locale))]),
) as typeof Messages;

function namespacesOf(folder: string): object {
  const files = globSync("*/*.json", { cwd: folder });
  return Object.fromEntries(
    files.map((file) => [basename(file, ".json"), JSON.parse(readFileSync(join(folder, file), "utf8"))]),
  );
}

/** Every text of a language by its key, such as `users.list.title`. */
const textsOf = (words: object, path = ""): [key: string, text: string][] =>
  Object.entries(words).flatMap(([name, value]) =>
    typeof value === "string" ? [[`${path}${name}`, value]] : textsOf(value, `${path}${name}.`),
  );

/** The keys, which a page shows in place of missing messages. */
export const KEYS = new Set(textsOf(MESSAGES.en).map(([key]) => key));

const MIN_WORDS = 4;

/** The parts between arguments and marks of a text that are long enough to belong to one language alone. */
const sentencesOf = (text: string): string[] =>
  text
    .split(/\{\w+\}|[{}#]|<[^>]*>/)
    .map((part) => part.trim().replaceAll(/\s+/g, " "))
    .filter((part) => part.split(" ").length >= MIN_WORDS);

/** The sentences of a language that occur in no text of another one. */
export function sentencesOnlyIn(locale: keyof typeof Messages): string[] {
  const others = LOCALES.filter((other) => other !== locale);
  const elsewhere = others.flatMap((other) => textsOf(MESSAGES[other]).map(([, text]) => text)).join("\n");
  const sentences = textsOf(MESSAGES[locale]).flatMap(([, text]) => sentencesOf(text));
  return [...new Set(sentences)].filter((sentence) => !elsewhere.includes(sentence));
}
