import { NextIntlClientProvider } from "next-intl";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { FormProvider, useForm } from "react-hook-form";
import { expect, it } from "vitest";
import type { ReviewPolicy } from "#lib/desk/contract/review/facts.ts";
import { initialPolicy } from "#lib/desk/contract/review/policy.ts";
import policy from "#messages/en/desk/review-policy.json" with { type: "json" };
import shell from "#messages/en/kit/shell.json" with { type: "json" };
import { TemplateFields } from "./template-fields.tsx";

const VALUES: ReviewPolicy = {
  ...initialPolicy("2026-11-01T00:00:00.000000Z"),
  letter: { language: "es", addressee: "Representante legal", signature: "Área de Cumplimiento" },
  letters: [{ name: "Recordatorio", es: "Recuerde: {points}", en: "Remember: {points}" }],
};

function Fields() {
  const form = useForm<ReviewPolicy>({ defaultValues: VALUES });
  const provided = { ...form, children: createElement(TemplateFields) };
  return createElement(FormProvider<ReviewPolicy>, provided);
}

it("has a labelled field for the language, addressee, signature, and each part of the letters", () => {
  const translated = {
    locale: "en" as const,
    messages: { "review-policy": policy, shell },
    timeZone: "UTC",
    children: createElement(Fields),
  };
  const html = renderToStaticMarkup(createElement(NextIntlClientProvider, translated));
  const labels = [...html.matchAll(/<label[^>]*for="([^"]*)"[^>]*>([^<]*)/g)].map(([, id = "", name]) => {
    expect(html).toContain(`id="${id}"`);
    return name;
  });
  const texts = ["In Spanish", "In English"];
  expect(labels).toEqual(["Addressee", "Signature", ...texts, "Name of the letter", ...texts]);
  expect(html).toContain("Language of letters to customers");
  expect(html).toMatch(/<button[^>]*aria-label="Remove letter 1"/);
  expect(html).toContain("Filled: {title}, {tag}, and {officer}, the name of the writer.");
});
