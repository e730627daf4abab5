import { headers } from "next/headers";
import { createTranslator } from "next-intl";
import { MESSAGES } from "#lib/server/i18n/messages.ts";
import { preferredLocale } from "#lib/server/i18n/preferences.ts";

type Failure = { code: string; status: number; verification_id: string };

const STYLE = `
  body { margin: 20vh auto 0; max-width: 30rem; padding: 0 1.5rem; font: 1rem/1.5 system-ui, sans-serif }
  h1 { font-size: 1.25rem; margin: 0 0 .5rem } p { margin: 0 0 .75rem } nav { display: flex; gap: 1.5rem }
`;

/** The page instead of a PDF: the cause, that nothing was lost, and the next step. Without scripts and other files. */
export async function failurePage({ code, status, verification_id }: Failure): Promise<Response> {
  const locale = await preferredLocale();
  const t = createTranslator({ locale, messages: MESSAGES[locale], namespace: "curp-file" });
  const why = code in MESSAGES[locale]["curp-file"].why ? t(`why.${code as "other"}`) : t("why.other", { code });
  const nonce = (await headers()).get("x-nonce") ?? "";
  const [title, again, back] = [t("title"), t("again"), t("back")].map(escaped);
  const page = `<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex"><style nonce="${escaped(nonce)}">${STYLE}</style></head>
<body><main><h1>${title}</h1><p>${escaped(why)}</p><p>${escaped(t("safe"))}</p>
<nav><a href="">${again}</a><a href="/verifications/${encodeURIComponent(verification_id)}">${back}</a></nav></main></body></html>`;
  return new Response(page, {
    status,
    headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" },
  });
}

const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0) ?? 0};`);
