import { queryOptions } from "@tanstack/react-query";
import { createTranslator } from "next-intl";
import { isOutcomeType } from "#lib/core/contract/verifications/verification.ts";
import type { LetterWords } from "#lib/desk/contract/review/request.ts";
import type { Locale } from "#lib/platform/contract/preferences.ts";
import type enLetter from "#messages/en/outbound/letter.json";

const LETTERS: Record<Locale, () => Promise<{ default: typeof enLetter }>> = {
  en: () => import("#messages/en/outbound/letter.json"),
  "es-MX": () => import("#messages/es-MX/outbound/letter.json"),
};

/** The messages of a letter in its own language, independent of the reader's. */
export const letterWordsOptions = (locale: Locale) =>
  queryOptions({
    queryKey: ["messages", "letter", locale],
    queryFn: async () => (await LETTERS[locale]()).default,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The letter's words for values of the service; an unknown value stays unchanged. */
export function letterWords(
  locale: Locale,
  letter: typeof enLetter,
): LetterWords & { subject: (title: string) => string } {
  const t = createTranslator({ locale, messages: { letter }, namespace: "letter" });
  const { document, ask, askPerson } = letter;
  const asks = (item_type: string | null, item_error: string | null): string => {
    if (item_error !== null)
      return isOf(ask, item_error) ? t(`ask.${item_error}`) : t("ask.other", { error: item_error });
    return t(isOutcomeType(item_type) ? `ask.${item_type}` : "ask.none");
  };
  return {
    heading: (about) => t(`heading.${about}`),
    unnamedField: t("unnamedField"),
    unnamedFile: t("unnamedFile"),
    documents: t("documents"),
    item: (item_type, item_error) => {
      const known = item_type === null || !isOf(document, item_type) ? item_type : t(`document.${item_type}`);
      return t("item", { document: known ?? t("document.none"), ask: asks(item_type, item_error) });
    },
    person: (name, people_error) => {
      if (people_error === null) return t("person", { name: name ?? t("someone"), ask: t("askPerson.none") });
      const ask = isOf(askPerson, people_error)
        ? t(`askPerson.${people_error}`)
        : t("askPerson.other", { error: people_error });
      return t("person", { name: name ?? t("someone"), ask });
    },
    times: (line, count) => t("times", { line, count }),
    subject: (title) => t("subject", { title }),
  };
}

/** `other` and `none` are message keys for unknown and empty values, so a service value with such a name has no words. */
const isOf = <Words extends object>(
  words: Words,
  value: string,
): value is Exclude<keyof Words, "other" | "none"> & string =>
  Object.hasOwn(words, value) && value !== "other" && value !== "none";
