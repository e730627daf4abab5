import "@fontsource-variable/inter/wght.css";
import "./globals.css";
import type { Metadata, Viewport } from "next";
import { NextIntlClientProvider } from "next-intl";
import { getLocale, getMessages } from "next-intl/server";
import type { ReactNode } from "react";
import { QueryProvider } from "#components/shell/query-provider.tsx";
import { preferredDensity, preferredTheme } from "#lib/server/i18n/preferences.ts";

export const metadata: Metadata = {
  title: { default: "Cotejo", template: "%s · Cotejo" },
  robots: { index: false, follow: false },
};

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#f9fafb" },
    { media: "(prefers-color-scheme: dark)", color: "#0d0f13" },
  ],
};

/** Language, theme and density come from cookies, so that the first paint is already right. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const [theme, density] = await Promise.all([preferredTheme(), preferredDensity()]);
  // The many words of these pages go with them alone.
  const {
    deliveries: _deliveries,
    sandbox: _sandbox,
    keys: _keys,
    secrets: _secrets,
    ...messages
  } = await getMessages();
  return (
    <html lang={await getLocale()} data-theme={theme === "system" ? undefined : theme} data-density={density}>
      <body>
        <NextIntlClientProvider messages={messages}>
          <QueryProvider>{children}</QueryProvider>
        </NextIntlClientProvider>
      </body>
    </html>
  );
}
