import type { Locale } from "#lib/contract/preferences.ts";
import { MESSAGES } from "#lib/server/i18n/messages.ts";

/** The words of a package's page: its own, and those that Cotejo's pages have for codes. */
export function wordsOf(locale: Locale): Record<string, Record<string, string>> {
  const { "evidence-page": own, verification, people, audit } = MESSAGES[locale];
  return {
    ...own,
    status: verification.status,
    documents_status: verification.documentsStatus,
    severity: verification.severity,
    outcome: people.outcomes,
    action: flat(audit.action),
  };
}

/** Nested words by their names with dots between. */
const flat = (words: object, before = ""): Record<string, string> =>
  Object.fromEntries(
    Object.entries(words).flatMap(([name, word]): [string, string][] =>
      typeof word === "string" ? [[`${before}${name}`, word]] : Object.entries(flat(word, `${before}${name}.`)),
    ),
  );
