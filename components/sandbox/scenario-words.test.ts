import { NextIntlClientProvider } from "next-intl";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { SCENARIO_NAMES, type ScenarioName } from "#lib/edge/contract/sandbox/sandbox.ts";
import english from "#messages/en/edge/sandbox.json" with { type: "json" };
import spanish from "#messages/es-MX/edge/sandbox.json" with { type: "json" };
import { useScenarioWords } from "./scenario-words.ts";

const MESSAGES = { en: english, "es-MX": spanish };

const Words = ({ name }: { name: ScenarioName }) => Object.values(useScenarioWords()(name)).join(" – ");

function wordsOf(name: ScenarioName, locale: keyof typeof MESSAGES = "en"): string {
  const children = createElement(Words, { name });
  const translated = { locale, messages: { sandbox: MESSAGES[locale] }, timeZone: "UTC", children };
  return renderToStaticMarkup(createElement(NextIntlClientProvider, translated));
}

it.each([
  ["item-error-pdf_slice_failed", "PDF could not be cut – A file to be split fails. The dashboard"],
  ["item-error-password_protected_pdf", "PDF with a password – The articles of incorporation fail. The dashboard"],
  ["item-error-prevalidation_failed", "Fails before processing – The tax status certificate fails. The dashboard"],
  ["item-error-free_text", "Failure in the service’s own words – A power of attorney fails with an English sentence"],
] as const)("%s names the document that fails", (name, words) => expect(wordsOf(name)).toContain(words));

it("has a title and a text for each scenario in Spanish", () => {
  for (const name of SCENARIO_NAMES) expect(wordsOf(name, "es-MX")).toMatch(/^\S.* – \S.*\.$/);
  expect(wordsOf("item-error-invalid_document_type", "es-MX")).toContain("Un documento por validar falla.");
});
