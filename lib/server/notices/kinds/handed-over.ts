import { TURNS } from "#lib/server/db/review-log.ts";
import { fileOf, fromLog, LOG_STANDS, type NoticeKind } from "./kind.ts";

/** SQL: the entry `log` was written together with a note (`lib/server/review/command.ts`). */
export const HANDED_NOTE = `EXISTS (SELECT FROM notes WHERE notes.verification_id = log.verification_id
  AND notes.user_id = log.user_id AND notes.created_at = log.at)`;

/** Somebody else has assigned a file to its addressee, with a note. */
export const handedOver: NoticeKind = {
  kind: "handed_over",
  permission: "reviews.read",
  find: fromLog("log.assignee", `${TURNS.handed} AND ${HANDED_NOTE}`),
  shown: LOG_STANDS,
  words: {
    en: (by) => (by ? `${by} handed this file over to you with a note` : "A file was handed over to you with a note"),
    "es-MX": (by) => (by ? `${by} te pasó este expediente con una nota` : "Se te pasó un expediente con una nota"),
  },
  path: fileOf,
};
