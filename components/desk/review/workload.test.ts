import { NextIntlClientProvider } from "next-intl";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import english from "#messages/en/desk/review.json" with { type: "json" };
import spanish from "#messages/es-MX/desk/review.json" with { type: "json" };
import { Workload } from "./workload.tsx";

const LANGUAGES = { en: english, "es-MX": spanish };

it.each([
  ["en", { open: 7, overdue: 0 }, "7 open"],
  ["en", { open: 12, overdue: 3 }, "12 open, 3 overdue"],
  ["es-MX", { open: 7, overdue: 1 }, "7 por revisar, 1 vencido"],
  ["es-MX", { open: 12, overdue: 3 }, "12 por revisar, 3 vencidos"],
] as const)("states in %s the number of an officer's files: %s", (locale, load, words) => {
  const children = createElement(Workload, { load });
  const translated = { locale, messages: { review: LANGUAGES[locale] }, timeZone: "UTC", children };
  const html = renderToStaticMarkup(createElement(NextIntlClientProvider, translated));
  expect(html).toContain(`>${words}<`);
});
