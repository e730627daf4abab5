import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { NextIntlClientProvider, useTranslations } from "next-intl";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { VERIFICATION_FILTER, type VerificationFilter } from "#lib/core/contract/verifications/verification-filter.ts";
import people from "#messages/es-MX/core/people.json" with { type: "json" };
import review from "#messages/es-MX/desk/review.json" with { type: "json" };
import verification from "#messages/es-MX/desk/verification.json" with { type: "json" };
import verifications from "#messages/es-MX/desk/verifications.json" with { type: "json" };
import list from "#messages/es-MX/kit/list.json" with { type: "json" };
import { FILTERS, useFilterWords } from "./filters.tsx";

type Name = keyof VerificationFilter;
const NAMES = Object.keys(FILTERS) as Name[];

/** The HTML of an element. A missing message is an error. */
function markupOf(element: () => ReturnType<typeof createElement>): string {
  const words = {
    locale: "es-MX" as const,
    messages: { list, people, review, verification, verifications },
    timeZone: "America/Mexico_City",
    onError: ({ message }: Error) => expect.unreachable(message),
    children: createElement(element),
  };
  const client = new QueryClient();
  return renderToStaticMarkup(
    createElement(QueryClientProvider, { client }, createElement(NextIntlClientProvider, words)),
  );
}

/** The control of a filter. */
const controlOf = (name: Name, filter: Partial<VerificationFilter> = {}) =>
  markupOf(() => {
    const words = useFilterWords();
    const t = useTranslations("verifications.filters");
    const control = FILTERS[name].control?.({
      filter: { ...VERIFICATION_FILTER.empty, ...filter },
      change: () => undefined,
      nameOf: (applied) => words(applied).value,
      t,
    });
    return createElement("div", {}, control);
  });

const wordsOf = (name: Name, value: string) =>
  markupOf(() => {
    const { name: of, value: shown } = useFilterWords()({ name, value });
    return createElement("p", {}, `${of}: ${shown}`);
  });

describe("every filter", () => {
  it.each(NAMES.filter((name) => FILTERS[name].control))("%s has a control in words", (name) => {
    expect(controlOf(name)).toMatch(/<(input|select|button|p|fieldset)/);
  });

  it.each(
    NAMES.flatMap((name) => {
      const values = VERIFICATION_FILTER.values[name];
      return "allowed" in values ? values.allowed.map((value): [Name, string] => [name, value]) : [];
    }),
  )("%s has words for its value %s", (name, value) => {
    expect(wordsOf(name, value)).not.toContain(`: ${value}<`);
  });

  it("offers all of its values, and shows the chosen values", () => {
    const markup = controlOf("due", { due: ["today"] });
    expect(markup.match(/type="checkbox"/g)).toHaveLength(3);
    expect(markup.match(/checked=""/g)).toHaveLength(1);
  });
});

it("a value without words is shown unchanged", () => {
  expect(wordsOf("status", "on_hold")).toBe("<p>Estado: on_hold</p>");
  expect(wordsOf("quiet_days", "9")).toBe("<p>Sin actividad desde hace: 9 días</p>");
  expect(wordsOf("has_item_error", "true")).toBe("<p>Documento que requiere atención: sí</p>");
});
