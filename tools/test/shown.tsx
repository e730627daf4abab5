import fc from "fast-check";
import { NextIntlClientProvider } from "next-intl";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect } from "vitest";
import { MESSAGES } from "#e2e/support/messages.ts";
import { MARK, NOW } from "./arbitrary-values.ts";

/*
 * Reads the text of a component for an answer of the read model: it must contain the whole answer, and nothing else.
 */

const wordsOf = <Name extends keyof (typeof MESSAGES)["en"]>(name: Name) => ({
  en: MESSAGES.en[name],
  "es-MX": MESSAGES["es-MX"][name],
});
export const LOCALES = wordsOf("verification");
export const LIST_WORDS = wordsOf("verifications");
export const REVIEW_WORDS = wordsOf("review");
export const PEOPLE_WORDS = wordsOf("people");
export type Locale = keyof typeof LOCALES;
export const TIME_ZONE = "America/Mexico_City";
export const locales = fc.constantFrom<Locale>("en", "es-MX");

export type Shown = { text: string; marks: Set<string>; instants: Set<number>; numbers: Set<number> };

/** The visible contents of a component: words, marks in them, instants, and standalone numbers. */
export function shown(element: ReactElement, locale: Locale): Shown {
  const html = renderToStaticMarkup(
    <NextIntlClientProvider
      locale={locale}
      messages={{
        list: MESSAGES[locale].list,
        verification: LOCALES[locale],
        verifications: LIST_WORDS[locale],
        people: PEOPLE_WORDS[locale],
        review: REVIEW_WORDS[locale],
      }}
      now={NOW}
      timeZone={TIME_ZONE}
    >
      {element}
    </NextIntlClientProvider>,
  );
  const text = plain(html);
  // Times have their own check; dates in choices are dates of runs, whose times the headings show too.
  const counted = plain(
    html.replaceAll(/<time .*?<\/time>|<option .*?<\/option>|<p aria-hidden.*?<\/p>/gs, " "),
  ).replaceAll(MARK, " ");
  return {
    text,
    marks: new Set(text.match(MARK)),
    instants: new Set([...html.matchAll(/dateTime="([^"]*)"/gi)].map(([, at]) => Date.parse(at ?? ""))),
    numbers: new Set(counted.match(/\d+/g)?.map(Number)),
  };
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'" };
const plain = (html: string): string =>
  html.replaceAll(/<[^>]*>/g, " ").replaceAll(/&([a-z#0-9]+);/g, (whole, name) => ENTITIES[name] ?? whole);

const marksIn = (value: unknown): string[] => JSON.stringify(value).match(MARK) ?? [];
const instantsIn = (value: unknown): number[] =>
  (JSON.stringify(value).match(/\d{4}-\d\d-\d\dT[\d:.]+Z/g) ?? []).map((at) => Date.parse(at));
export const numbersOf = (words: string): number[] => words.match(/\d+/g)?.map(Number) ?? [];
/** Numbers in messages themselves, and in the tails of texts. */
const FIXED_NUMBERS = [100];

/** Expects only values of the input, and none that leaked from the program. */
export function expectOnlyFrom(found: Shown, input: unknown, numbers: number[]) {
  const [marks, instants] = [marksIn(input), instantsIn(input)];
  expect([...found.marks].filter((mark) => !marks.includes(mark))).toEqual([]);
  expect([...found.instants].filter((at) => !instants.includes(at))).toEqual([]);
  expect([...found.numbers].filter((number) => ![...FIXED_NUMBERS, ...numbers].includes(number))).toEqual([]);
  // Paths of missing messages look like names of events, but without the version.
  expect(found.text).not.toMatch(/undefined|NaN|Invalid|\[object|verification\.(?!v\d)\w+\.\w/);
}

/** Expects all given values, verbatim. */
export function expectAll(
  found: Shown,
  texts: (string | null | undefined)[],
  instants: (string | null | undefined)[] = [],
) {
  for (const text of texts) if (text) expect(found.text).toContain(text);
  for (const at of instants) if (at) expect([...found.instants]).toContain(Date.parse(at));
}
