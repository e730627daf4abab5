import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { NextIntlClientProvider } from "next-intl";
import { type ComponentType, createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { FormProvider, useForm } from "react-hook-form";
import { describe, expect, it } from "vitest";
import { reviewChoicesOptions } from "#lib/desk/browser/reviews.ts";
import type { ReviewChoices } from "#lib/desk/contract/review/choices.ts";
import type { ReviewPolicy } from "#lib/desk/contract/review/facts.ts";
import { initialPolicy } from "#lib/desk/contract/review/policy.ts";
import english from "#messages/en/desk/review-policy.json" with { type: "json" };
import spanish from "#messages/es-MX/desk/review-policy.json" with { type: "json" };
import { ApprovalField } from "./policy-fields.tsx";
import { WorkingHours } from "./working-hours.tsx";

const LOCALES = [
  ["en", english],
  ["es-MX", spanish],
] as const;

const { working } = initialPolicy("2026-01-01T00:00:00.000000Z");

function Policy({ values, part }: { values: Partial<ReviewPolicy>; part: ComponentType }) {
  const form = useForm<ReviewPolicy>({ defaultValues: values });
  const props = { ...form, children: createElement(part) };
  return createElement(FormProvider<ReviewPolicy>, props);
}

describe.each(LOCALES)("in %s", (locale, words) => {
  const shown = (values: Partial<ReviewPolicy>, part: ComponentType, officers = 2) => {
    const client = new QueryClient();
    const assignees = Array.from({ length: officers }, (_, index) => ({ user_id: String(index), name: "Ana" }));
    client.setQueryData(reviewChoicesOptions().queryKey, { assignees } as ReviewChoices);
    const children = createElement(Policy, { values, part });
    const translated = { locale, messages: { "review-policy": words }, timeZone: "UTC", children };
    return renderToStaticMarkup(
      createElement(QueryClientProvider, { client }, createElement(NextIntlClientProvider, translated)),
    );
  };

  it.each([
    ["high", 1, true],
    ["always", 1, true],
    ["always", 0, true],
    ["always", 2, false],
    ["never", 1, false],
  ] as const)("approval of '%s' with %i accounts that decide: warns: %s", (approval, officers, warns) => {
    const warning = words.approval.alone.replace("{count, number}", String(officers));
    expect(shown({ approval }, ApprovalField, officers).includes(warning)).toBe(warns);
  });

  it.each([
    ["09:00", "18:00", null],
    ["22:00", "06:00", words.working.nextDay.replace("{to}", "06:00")],
    ["00:00", "00:00", words.working.allDay],
  ])("working hours from %s to %s say where they end: %s", (from, to, end) => {
    const markup = shown({ working: { ...working, from, to } }, WorkingHours);
    const { allDay, nextDay } = words.working;
    for (const text of [allDay, nextDay.replace("{to}", to)]) expect(markup.includes(text)).toBe(text === end);
  });
});
