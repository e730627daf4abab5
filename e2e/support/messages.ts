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
  const files = readdirSync(folder).filter((file) => file.endsWith(".json"));
  return Object.fromEntries(
    files.map((file) => [file.replace(/\.json$/, ""), JSON.parse(readFileSync(join(folder, file), "utf8"))]),
  );
}

/** Every text of a language by its key, such as `users.list.title`. */
const textsOf = (words: object, path = ""): [key: string, text: string][] =>
  Object.entries(words).flatMap(([name, value]) =>
    typeof value === "string" ? [[`${path}${name}`, value]] : textsOf(value, `${path}${name}.`),
  );

/** The text of a page in place of a missing message. */
export const KEYS = new Set(textsOf(MESSAGES.en).map(([key]) => key));

const FEWEST_WORDS = 4;

/** The text between the arguments and marks of a text and is long enough to be of one language alone. */
const sentencesOf = (text: string): string[] =>
  text
    .split(/\{\w+\}|[{}#]|<[^>]*>/)
    .map((part) => part.trim().replaceAll(/\s+/g, " "))
    .filter((part) => part.split(" ").length >= FEWEST_WORDS);

/** The sentences of a language that occur in no text of another one. */
export function sentencesOnlyIn(locale: keyof typeof Messages): string[] {
  const others = LOCALES.filter((other) => other !== locale);
  const elsewhere = others.flatMap((other) => textsOf(MESSAGES[other]).map(([, text]) => text)).join("\n");
  const sentences = textsOf(MESSAGES[locale]).flatMap(([, text]) => sentencesOf(text));
  return [...new Set(sentences)].filter((sentence) => !elsewhere.includes(sentence));
}
