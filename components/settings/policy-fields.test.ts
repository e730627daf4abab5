import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { NextIntlClientProvider } from "next-intl";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { FormProvider, useForm } from "react-hook-form";
import { describe, expect, it } from "vitest";
import { reviewChoicesOptions } from "#lib/browser/reviews.ts";
import type { ReviewChoices } from "#lib/contract/review/choices.ts";
import type { ReviewPolicy } from "#lib/contract/review/facts.ts";
import english from "#messages/en/review-policy.json" with { type: "json" };
import spanish from "#messages/es-MX/review-policy.json" with { type: "json" };
import { ApprovalField } from "./policy-fields.tsx";

const LOCALES = [
  ["en", english],
  ["es-MX", spanish],
] as const;

function Policy({ approval }: { approval: ReviewPolicy["approval"] }) {
  const form = useForm<ReviewPolicy>({ defaultValues: { approval } });
  const props = { ...form, children: createElement(ApprovalField) };
  return createElement(FormProvider<ReviewPolicy>, props);
}

describe.each(LOCALES)("in %s", (locale, words) => {
  const shown = (approval: ReviewPolicy["approval"], officers: number) => {
    const client = new QueryClient();
    const assignees = Array.from({ length: officers }, (_, index) => ({ user_id: String(index), name: "Ana" }));
    client.setQueryData(reviewChoicesOptions().queryKey, { assignees } as ReviewChoices);
    const children = createElement(Policy, { approval });
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
    expect(shown(approval, officers).includes(warning)).toBe(warns);
  });
});
