import { NextIntlClientProvider } from "next-intl";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { MESSAGES } from "#e2e/support/messages.ts";
import { UnknownMentions } from "./note-form.tsx";

it.each([
  ["en", "Nobody was told by @Ana and @Luis: an @ needs the whole name of somebody who can read this note."],
  [
    "es-MX",
    "Nadie recibió aviso por @Ana y @Luis: después de @ va el nombre completo de alguien que pueda leer esta nota.",
  ],
] as const)("a saved note says which names notified nobody, in %s", (locale, words) => {
  const markupOf = (names: string[]) =>
    renderToStaticMarkup(
      createElement(NextIntlClientProvider, {
        locale,
        timeZone: "America/Mexico_City",
        messages: { notes: MESSAGES[locale].notes },
        // biome-ignore lint/correctness/noChildrenProp: the type of the provider requires it among the properties.
        children: createElement(UnknownMentions, { names }),
      }),
    );
  expect(markupOf(["Ana", "Luis"])).toContain(words);
  expect(markupOf([])).not.toMatch(/>[^<]/);
});
