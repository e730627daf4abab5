import { NextIntlClientProvider } from "next-intl";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { Unreadable } from "#lib/platform/contract/answer.ts";
import webhooks from "#messages/en/core/webhooks.json" with { type: "json" };
import english from "#messages/en/kit/shell.json" with { type: "json" };
import spanish from "#messages/es-MX/kit/shell.json" with { type: "json" };
import { ServiceList } from "./service-list.tsx";

const LANGUAGES = { en: english, "es-MX": spanish };
const first = "webhooks[0].id: missing";

function shown(locale: keyof typeof LANGUAGES, items: string[], unreadable: Unreadable | null): string {
  const list = createElement(ServiceList<{ items: string[]; unreadable: Unreadable | null }>, {
    id: "list",
    of: "webhooks.list",
    list: { data: { items, unreadable }, error: null } as never,
    row: (item) => createElement("li", { key: item }, item),
  });
  const messages = { shell: LANGUAGES[locale], webhooks };
  const provided = { locale, messages, timeZone: "UTC", children: list };
  const html = renderToStaticMarkup(createElement(NextIntlClientProvider, provided));
  return html.replaceAll(/<[^>]*>/g, " ");
}

it.each([
  ["en", 1, `1 entry of the service’s list could not be read and is not shown (${first}).`],
  ["en", 3, `3 entries of the service’s list could not be read and are not shown (the first: ${first}).`],
  ["es-MX", 1, `1 elemento de la lista del servicio no se pudo leer y no se muestra (${first}).`],
  ["es-MX", 3, `3 elementos de la lista del servicio no se pudieron leer y no se muestran (el primero: ${first}).`],
] as const)("in %s states the number of unreadable entries (%i) beside the others", (locale, count, words) => {
  const text = shown(locale, ["one", "two"], { count, first });
  for (const part of ["one", "two", words]) expect(text).toContain(part);
  expect(shown(locale, ["one"], null)).not.toContain(first);
});

it("is not shown as empty if all entries are unreadable", () => {
  expect(shown("en", [], { count: 1, first })).not.toContain(webhooks.list.empty);
  expect(shown("en", [], null)).toContain(webhooks.list.empty);
});
