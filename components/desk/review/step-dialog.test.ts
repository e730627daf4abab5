import { NextIntlClientProvider } from "next-intl";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import english from "#messages/en/desk/review-actions.json" with { type: "json" };
import englishShell from "#messages/en/kit/shell.json" with { type: "json" };
import spanish from "#messages/es-MX/desk/review-actions.json" with { type: "json" };
import spanishShell from "#messages/es-MX/kit/shell.json" with { type: "json" };
import { StepForm } from "./step-dialog.tsx";

const LOCALES = [
  ["en", { "review-actions": english, shell: englishShell, "review-file": { problem: {} } }],
  ["es-MX", { "review-actions": spanish, shell: spanishShell, "review-file": { problem: {} } }],
] as const;

type FormStep = Parameters<typeof StepForm>[0]["step"];

/** The HTML of the dialog while its step is sent, or waits for a connection. */
function drawn([locale, messages]: (typeof LOCALES)[number], isPaused: boolean): string {
  const step = { isPending: true, isPaused, isSuccess: false, error: null } as FormStep;
  const dialog = createElement(StepForm, {
    submit: "Submit",
    step,
    news: null,
    over: false,
    onSubmit: () => undefined,
    onClosed: () => undefined,
  });
  const provided = { locale, messages, timeZone: "UTC", children: dialog };
  return renderToStaticMarkup(createElement(NextIntlClientProvider, provided));
}

const buttons = (html: string) =>
  [...html.matchAll(/<button([^>]*)>(.*?)<\/button>/g)].map(([, attributes = "", text = ""]) => ({
    text,
    off: /disabled=""|aria-disabled="true"/.test(attributes),
  }));

describe.each(LOCALES)("in %s", (locale, messages) => {
  const { working } = messages["review-actions"];
  const { cancel, saveWaits } = messages.shell;
  const { says } = saveWaits;

  it("a step that waits for a connection is shown, and can be cancelled", () => {
    const html = drawn([locale, messages] as (typeof LOCALES)[number], true);
    expect(html).toMatch(new RegExp(`data-announced="polite".*${says}`));
    expect(buttons(html)).toEqual([
      { text: cancel, off: false },
      { text: "Submit", off: true },
    ]);
  });

  it("a sent step cannot be cancelled", () => {
    const html = drawn([locale, messages] as (typeof LOCALES)[number], false);
    expect(html).not.toContain(says);
    expect(buttons(html)).toEqual([
      { text: cancel, off: true },
      { text: working, off: true },
    ]);
  });
});
