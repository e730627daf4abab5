import { headers } from "next/headers";
import { createTranslator } from "next-intl";
import type { Session } from "#lib/access/server/sessions.ts";
import type { FetchedPdf } from "#lib/core/server/curp-file/fetch-pdf.ts";
import { MAX_KEPT_BYTES, recordOpenedWhole } from "#lib/core/server/curp-file/kept-pdfs.ts";
import { openCurpFile } from "#lib/core/server/curp-file/open.ts";
import { part, readRange, watched } from "#lib/core/server/curp-file/whole.ts";
import { recordPdfOpened } from "#lib/core/server/need-to-know/openings.ts";
import { readNeedToKnow } from "#lib/core/server/need-to-know/policy.ts";
import { assertMayOpenPdf } from "#lib/core/server/people/opening-reasons.ts";
import { readPolicy } from "#lib/desk/server/review/policy.ts";
import { route } from "#lib/edge/server/http/route.ts";
import { may } from "#lib/platform/contract/permissions.ts";
import { actorOf } from "#lib/platform/server/audit/actor.ts";
import { CotejoError } from "#lib/platform/server/base/errors.ts";
import { streamedBody } from "#lib/platform/server/base/streamed-body.ts";
import { MESSAGES } from "#lib/platform/server/i18n/messages.ts";
import { preferredLocale } from "#lib/platform/server/i18n/preferences.ts";

type Person = { verification_id: string; people_id: number };

/**
 * The PDF of a person's CURP, streamed (design §9). The link never expires: the service signs a new file address for
 * each call. Ranges are cut here, after the beginning of the file was checked to be a PDF. The opening is recorded
 * before the first byte is sent.
 */
export const getCurpPdf = route(
  "GET /api/verifications/{verification_id}/people/{people_id}/curp.pdf",
  { access: "documents.open" },
  async ({ request, params, session }) => {
    const open = async () => {
      await assertMayOpenPdf(params, session.user, await readNeedToKnow());
      return openCurpFile({ ...params, userId: session.user.id });
    };
    const file = await open().catch((error: unknown) => {
      // In a new tab no page explains the error.
      if (!(error instanceof CotejoError) || request.headers.get("sec-fetch-dest") !== "document") throw error;
      return failurePage({ ...params, code: error.code, status: error.status });
    });
    if (file instanceof Response) return file;
    const { status, headers, body, sends, isWhole } = answerOf(file, request.headers, `curp-${params.people_id}.pdf`);
    // Next calls this handler for HEAD too, and drops the body.
    if (sends === "nothing" || request.method === "HEAD") {
      file.close();
      return new Response(null, { status, headers });
    }
    try {
      await recordPdfOpened({ ...params, part: sends === "part" }, actorOf(request, session));
      const sent = isWhole ? await recordWhenWhole(session.user, params, body) : body;
      return new Response(streamedBody(sent, file.close), { status, headers });
    } catch (error) {
      file.close();
      throw error;
    }
  },
);

/** A PDF that a decider receives whole counts for the decision, and is stored if the policy says so. */
async function recordWhenWhole(
  user: Session["user"],
  params: Person,
  body: FetchedPdf["bytes"],
): Promise<FetchedPdf["bytes"]> {
  if (!may(user.role, "reviews.decide")) return body;
  const { keep_pdfs } = await readPolicy();
  return watched(body, {
    holds: keep_pdfs ? MAX_KEPT_BYTES : 0,
    onWhole: (pdf) => recordOpenedWhole({ ...params, user_id: user.id }, pdf),
  });
}

type PdfAnswer = {
  status: number;
  headers: Headers;
  body: FetchedPdf["bytes"];
  sends: "all" | "part" | "nothing";
  isWhole: boolean;
};

/** The whole file, or the requested range if the size of the file is known. */
function answerOf({ size, bytes }: FetchedPdf, requestHeaders: Headers, fileName: string): PdfAnswer {
  const headers = new Headers({
    "content-type": "application/pdf",
    "content-disposition": `inline; filename="${fileName}"`,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  });
  if (size === null) return { status: 200, headers, body: bytes, sends: "all", isWhole: true };
  headers.set("accept-ranges", "bytes");
  // A file may change between two calls, and its versions cannot be told apart.
  const range = requestHeaders.has("if-range") ? null : readRange(requestHeaders.get("range"), size);
  if (range === "unsatisfiable") {
    headers.set("content-range", `bytes */${size}`);
    return { status: 416, headers, body: bytes, sends: "nothing", isWhole: false };
  }
  const { first, last } = range ?? { first: 0, last: size - 1 };
  headers.set("content-length", String(last - first + 1));
  if (range) headers.set("content-range", `bytes ${first}-${last}/${size}`);
  const isWhole = last - first + 1 === size;
  return {
    status: range ? 206 : 200,
    headers,
    body: part(bytes, { first, last }),
    sends: range ? "part" : "all",
    isWhole,
  };
}

type Failure = { code: string; status: number; verification_id: string };

const STYLE = `
  body { margin: 20vh auto 0; max-width: 30rem; padding: 0 1.5rem; font: 1rem/1.5 system-ui, sans-serif }
  h1 { font-size: 1.25rem; margin: 0 0 .5rem } p { margin: 0 0 .75rem } nav { display: flex; gap: 1.5rem }
`;

/** The page instead of a PDF: the cause, that nothing was lost, and the next step. Without scripts and other files. */
async function failurePage({ code, status, verification_id }: Failure): Promise<Response> {
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
