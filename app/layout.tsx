import "./globals.css";
import type { Metadata, Viewport } from "next";
import localFont from "next/font/local";
import { NextIntlClientProvider } from "next-intl";
import { getLocale, getMessages } from "next-intl/server";
import type { ReactNode } from "react";
import { QueryProvider } from "#components/kit/shell/query-provider.tsx";
import { preferredDensity, preferredTheme } from "#lib/platform/server/i18n/preferences.ts";

/** Preloaded. The fallback font has the same metrics: no layout shift. */
const inter = localFont({
  src: "../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
  weight: "100 900",
  variable: "--font-inter",
});

/** For rare letters of names beyond Spanish and English; the browser loads it on demand. */
const interExtended = localFont({
  src: "../node_modules/@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2",
  weight: "100 900",
  variable: "--font-inter-extended",
  declarations: [{ prop: "unicode-range", value: "U+0100-02BA, U+1D00-1DBF, U+1E00-1EFF, U+2C60-2C7F, U+A720-A7FF" }],
  preload: false,
  adjustFontFallback: false,
});

export const metadata: Metadata = {
  title: { default: "Cotejo", template: "%s · Cotejo" },
  robots: { index: false, follow: false },
  // Files of `public`. Browsers without SVG icons use the first.
  icons: {
    icon: [
      { url: "/favicon.ico", sizes: "48x48" },
      { url: "/icon.svg", type: "image/svg+xml", sizes: "any" },
    ],
    apple: "/apple-touch-icon.png",
  },
  manifest: "/manifest.webmanifest",
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
  // Layouts and pages add their own messages.
  const { shell } = await getMessages();
  const { copy, failed, field, language, notFound, serviceSays } = shell;
  return (
    <html
      lang={await getLocale()}
      className={`${inter.variable} ${interExtended.variable}`}
      data-theme={theme === "system" ? undefined : theme}
      data-density={density}
    >
      <body>
        <NextIntlClientProvider
          messages={{ shell: { copy, failed, field, language, notFound, serviceSays, theme: shell.theme } }}
        >
          <QueryProvider>{children}</QueryProvider>
        </NextIntlClientProvider>
      </body>
    </html>
  );
}
