import { NextIntlClientProvider } from "next-intl";
import type { ReactNode } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { onTestFinished } from "vitest";
import type { Locale } from "#lib/platform/contract/preferences.ts";
import englishInsights from "#messages/en/insights/insights.json" with { type: "json" };
import englishList from "#messages/en/kit/list.json" with { type: "json" };
import english from "#messages/en/kit/shell.json" with { type: "json" };
import englishNotices from "#messages/en/outbound/notices.json" with { type: "json" };
import spanishInsights from "#messages/es-MX/insights/insights.json" with { type: "json" };
import spanishList from "#messages/es-MX/kit/list.json" with { type: "json" };
import spanish from "#messages/es-MX/kit/shell.json" with { type: "json" };
import spanishNotices from "#messages/es-MX/outbound/notices.json" with { type: "json" };

export const WORDS = {
  en: { shell: english, list: englishList, insights: englishInsights, notices: englishNotices },
  "es-MX": { shell: spanish, list: spanishList, insights: spanishInsights, notices: spanishNotices },
};

/** Renders a component into the page of the browser until the test ends. */
export function mount(element: ReactNode, locale: Locale = "en"): void {
  const place = document.body.appendChild(document.createElement("div"));
  const root = createRoot(place);
  onTestFinished(() => {
    root.unmount();
    place.remove();
  });
  flushSync(() =>
    root.render(
      <NextIntlClientProvider locale={locale} messages={WORDS[locale]} timeZone="America/Mexico_City">
        {element}
      </NextIntlClientProvider>,
    ),
  );
}
