import type { Message } from "#lib/outbound/contract/channels/message.ts";
import { notificationWords } from "#lib/outbound/server/notification-words.ts";
import type { Locale } from "#lib/platform/contract/preferences.ts";
import { shownText } from "#lib/platform/contract/text.ts";
import { linkTo } from "./link.ts";

const MAX_SUBJECT = 200;
const MAX_LINE = 1_000;
const MAX_LINES = 20;

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (mark) => ENTITIES[mark] ?? mark);

const oneLine = (text: string, max: number): string => shownText(text).slice(0, max).toWellFormed();

export type RenderedMail = { subject: string; text: string; html: string };

/** A mail of one language, as text and as HTML. It loads nothing: its reader is not tracked. */
export function renderMail({ title, lines, path }: Message, locale: Locale, origin: string): RenderedMail {
  const link = path === null ? null : linkTo(path, origin);
  const open = notificationWords(locale)("mail.open");
  const subject = oneLine(title, MAX_SUBJECT);
  const paragraphs = lines.slice(0, MAX_LINES).map((line) => oneLine(line, MAX_LINE));
  const text = [subject, ...paragraphs, ...(link === null ? [] : [`${open}: ${link}`])].join("\n\n");
  const body = [
    `<h1 style="font-size:18px">${escapeHtml(subject)}</h1>`,
    ...paragraphs.map((line) => `<p>${escapeHtml(line)}</p>`),
    ...(link === null ? [] : [`<p><a href="${escapeHtml(link)}">${open}</a></p>`]),
  ];
  const html = [
    "<!doctype html>",
    `<html lang="${locale}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>`,
    `<body style="font-family:sans-serif;font-size:15px;line-height:1.5">${body.join("")}</body></html>`,
  ].join("");
  return { subject, text: `${text}\n`, html };
}
