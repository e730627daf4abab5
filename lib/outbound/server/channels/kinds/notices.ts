import { z } from "zod";
import { messageKind } from "#lib/outbound/contract/channels/message-kind.ts";
import { ALERTS } from "#lib/outbound/server/notices/alerts/index.ts";
import { NOTICE_KINDS } from "#lib/outbound/server/notices/kinds/index.ts";
import { noticeText } from "#lib/outbound/server/notices/kinds/kind.ts";
import { messageName, notificationWords } from "#lib/outbound/server/notification-words.ts";
import type { Locale } from "#lib/platform/contract/preferences.ts";
import { alertWords } from "./alerts.ts";

const kinds = [...NOTICE_KINDS, ...ALERTS].map(({ kind }) => kind);
const kindField = z.enum(kinds);

/** The words of a kind for a mail, which names nobody. */
function wordsOf(kind: string, locale: Locale): string {
  const personal = NOTICE_KINDS.find((one) => one.kind === kind);
  return personal ? noticeText(personal.kind, null, locale) : messageName(kind, locale);
}

/** The facts are checked by the schema of the alert's kind before they are worded. */
const alertField = z.strictObject({ since: z.iso.datetime(), facts: z.record(z.string(), z.unknown()) });

/** A notice that is mailed at once; that of an alert says as much as a channel does. */
export const notice = messageKind({
  payload: z.strictObject({
    ...{ kind: kindField, verification_id: z.string().max(200).nullable() },
    alert: alertField.optional(),
  }),
  example: { kind: "assigned", verification_id: "ver_2041" },
  message({ kind, verification_id, alert: raised }, locale) {
    const alert = ALERTS.find((one) => one.kind === kind);
    const facts = alert?.facts.safeParse(raised?.facts);
    if (alert && raised && facts?.success) {
      return alertWords(alert, { facts: facts.data, since: raised.since, state: "raised" }, locale);
    }
    return {
      title: wordsOf(kind, locale),
      lines: verification_id === null ? [] : [notificationWords(locale)("mail.file", { verification_id })],
      path: NOTICE_KINDS.find((one) => one.kind === kind)?.path(verification_id ?? "") ?? alert?.path ?? "/",
    };
  },
});

/** The digest of a day or week: the number of notices of each kind. */
export const notices = messageKind({
  payload: z.strictObject({ counts: z.array(z.strictObject({ kind: kindField, count: z.number().int().positive() })) }),
  example: {
    counts: [
      { kind: "assigned", count: 2 },
      { kind: "overdue", count: 1 },
    ],
  },
  message: ({ counts }, locale) => ({
    title: notificationWords(locale)("digest.title"),
    lines: [
      ...counts.map(({ kind, count }) => `${wordsOf(kind, locale)}: ${count}`),
      notificationWords(locale)("digest.all"),
    ],
    path: "/",
  }),
});
