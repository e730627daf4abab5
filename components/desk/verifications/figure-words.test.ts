import { NextIntlClientProvider } from "next-intl";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { DIFFERENCE_KINDS, EXCEPTIONS } from "#lib/core/contract/verifications/review-codes.ts";
import { FIGURES, type FigureName, writeFigure } from "#lib/platform/contract/figure.ts";
import englishPeople from "#messages/en/core/people.json" with { type: "json" };
import englishReview from "#messages/en/desk/review.json" with { type: "json" };
import englishFile from "#messages/en/desk/verification.json" with { type: "json" };
import english from "#messages/en/insights/insights.json" with { type: "json" };
import englishExport from "#messages/en/insights/insights-export.json" with { type: "json" };
import spanishPeople from "#messages/es-MX/core/people.json" with { type: "json" };
import spanishReview from "#messages/es-MX/desk/review.json" with { type: "json" };
import spanishFile from "#messages/es-MX/desk/verification.json" with { type: "json" };
import spanish from "#messages/es-MX/insights/insights.json" with { type: "json" };
import spanishExport from "#messages/es-MX/insights/insights-export.json" with { type: "json" };
import { useFigureWords } from "./figure-words.ts";

const MESSAGES = {
  en: {
    "insights-export": englishExport,
    insights: english,
    people: englishPeople,
    review: englishReview,
    verification: englishFile,
  },
  "es-MX": {
    "insights-export": spanishExport,
    insights: spanish,
    people: spanishPeople,
    review: spanishReview,
    verification: spanishFile,
  },
};
type Locale = keyof typeof MESSAGES;

const NAMES = {
  nameOf: (kind: string, value: string) => (kind === "account" && value === "a1" ? "Azul" : null),
  assignee: (user: string) => (user === "u1" ? "Ana" : null),
};

function Words({ written }: { written: string }) {
  return createElement("p", {}, useFigureWords()(written, NAMES));
}

/** A missing message is an error. */
function wordsOf(written: string, locale: Locale = "en"): string {
  const provider = {
    locale,
    messages: MESSAGES[locale],
    timeZone: "America/Mexico_City",
    onError: ({ message }: Error) => expect.unreachable(message),
    children: createElement(Words, { written }),
  };
  const markup = renderToStaticMarkup(createElement(NextIntlClientProvider, provider));
  return markup.replaceAll(/<\/?p>/g, "").replaceAll(/\s/g, " ");
}

const figure = (name: FigureName, value: string | null = null, narrowing: object = {}) =>
  writeFigure({
    ...{ name, value, from: "2026-11-01", to: "2026-11-30" },
    ...{ account: null, label: null, tag_prefix: null, policy_version: null, ...narrowing },
  });

describe("a figure in words", () => {
  it("has its name, its days and its restrictions", () => {
    const narrowing = { account: "a1", label: "vip", tag_prefix: "A;b", policy_version: 3 };
    expect(wordsOf(figure("completed", null, narrowing))).toBe(
      "Completed, Nov 1 – Nov 30, 2026, account Azul, label vip, tag A;b…, policy version 3",
    );
    expect(wordsOf(figure("completed", null, narrowing), "es-MX")).toBe(
      "Completados, 1 nov – 30 nov 2026, cuenta Azul, etiqueta vip, referencia A;b…, versión 3 de la política",
    );
  });

  it.each([
    ["completed_within", "0", "Time to complete: Up to 1 hr, "],
    ["completed_within", "7", "Time to complete: More than 30 days, "],
    ["entered", "partial_upload", "Entered document status: Partly uploaded, "],
    ["moved_back", "brand_new", "Moved back to document status: brand_new, "],
    ["waiting", "pending_external:1", "Waiting now: External steps pending, 1 day to 3 days"],
    ["severity", "high", "Findings: High, "],
    ["message", "-812", "With a frequent message, "],
    ["missing_field", "RFC", "Missing field: RFC, "],
    ["item", '["csf_mx","no_splits_returned"]', "Document needed attention: Tax status certificate: Possible cause: "],
    ["item", "[null,null]", "Document needed attention: Document of unknown type, "],
    ["item", "not JSON", "Document needed attention: Document of unknown type, "],
    ["lookup_error", "curp_format_error", "CURP lookup failed: Wrong format, "],
    ["resolution", "rejected", "Decided: Rejected, "],
    ["exception", "high_finding", "Accepted with exceptions: High findings, "],
    ["exception", null, "Accepted with exceptions, "],
    ["reopened_by", "documents_back", "Reopened by: Documents no longer complete, "],
    ["reopened_by", "constructor", "Reopened by: constructor, "],
    ["decided_by", "u1", "Decisions of one person: Ana, "],
    ["decided_by", "u2", "Decisions of one person, "],
  ] as const)("%s %s", (name, value, words) => {
    expect(wordsOf(figure(name, value)).slice(0, words.length)).toBe(words);
  });

  it.each(["en", "es-MX"] as const)("exists for every figure, exception and change (%s)", (locale) => {
    const written = [
      ...FIGURES.map((name) => figure(name)),
      ...EXCEPTIONS.map((exception) => figure("exception", exception)),
      ...DIFFERENCE_KINDS.map((kind) => figure("reopened_by", kind)),
    ];
    const words = written.map((each) => wordsOf(each, locale));
    expect(words.filter((each) => /_|insights\./.test(each))).toEqual([]);
    expect(wordsOf("completed@nowhere", locale)).toBe("");
  });
});
