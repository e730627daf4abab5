import { NextIntlClientProvider } from "next-intl";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import english from "#messages/en/records/audit.json" with { type: "json" };
import spanish from "#messages/es-MX/records/audit.json" with { type: "json" };
import { ActionsOfText } from "./audit-view.tsx";

const WORDS = { en: english, "es-MX": spanish };

/** The words of the buttons offered for a text. */
function offered(text: string, locale: keyof typeof WORDS = "en"): string[] {
  const actions = createElement(ActionsOfText, { text, onActions: () => undefined });
  const translated = { locale, messages: { audit: WORDS[locale] }, timeZone: "UTC", children: actions };
  const html = renderToStaticMarkup(createElement(NextIntlClientProvider, translated));
  return [...html.matchAll(/<button[^>]*>([^<]*)<\/button>/g)].map(([, words = ""]) => words);
}

it("offers the actions with every word of the text, in the reader's language, ignoring case and accents", () => {
  expect(offered("PDF curp")).toEqual([english.action.curp_pdf.opened]);
  expect(offered("envio entrega", "es-MX")).toEqual([spanish.action.webhook.tested]);
  expect(offered("envio entrega")).toEqual([]);
});

it("offers several actions as one choice up to the filter's maximum, else only the first of them", () => {
  const [all, ...single] = offered("webhook");
  expect(all).toMatch(/^All \d+$/);
  expect(single).toContain(english.action.webhook.created);
  expect(offered("the")[0]).not.toMatch(/^All/);
  expect(offered("the")).toHaveLength(8);
});

it("offers none for a short text, or without a matching action", () => {
  for (const text of ["", "cu", "Maderas del Sur"]) expect(offered(text)).toEqual([]);
});
