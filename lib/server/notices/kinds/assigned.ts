import { TURNS } from "#lib/server/db/review-log.ts";
import { HANDED_NOTE } from "./handed-over.ts";
import { fileOf, fromLog, LOG_STANDS, type NoticeKind } from "./kind.ts";

/** Somebody else has assigned a file to its addressee, without a note. */
export const assigned: NoticeKind = {
  kind: "assigned",
  permission: "reviews.read",
  find: fromLog("log.assignee", `${TURNS.handed} AND NOT ${HANDED_NOTE}`),
  shown: LOG_STANDS,
  words: {
    en: (by) => (by ? `${by} assigned this file to you` : "A file was assigned to you"),
    "es-MX": (by) => (by ? `${by} te asignó este expediente` : "Se te asignó un expediente"),
  },
  path: fileOf,
};
