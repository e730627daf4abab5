import { NextIntlClientProvider } from "next-intl";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import list from "#messages/en/kit/list.json" with { type: "json" };
import { SelectBox } from "./select-box.tsx";

it("the box of a row is a checkbox without the attribute `readonly`, which HTML has for texts alone", () => {
  const box = createElement(SelectBox, { name: "EXP-1", selected: true, active: false });
  const words = { locale: "en" as const, messages: { list }, timeZone: "UTC", children: box };
  const html = renderToStaticMarkup(createElement(NextIntlClientProvider, words));
  expect(html).toMatch(/^<input type="checkbox" .*checked=""/);
  expect(html).not.toMatch(/readonly/i);
});
