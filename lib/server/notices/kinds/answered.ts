import { fileOf, fromLog, type NoticeKind } from "./kind.ts";

/** The customer has answered, and the file that waited is back with its addressee. */
export const answered: NoticeKind = {
  kind: "answered",
  permission: "reviews.read",
  find: fromLog("log.assignee", "log.kind = 'returned' AND log.reasons && '{answered}'"),
  words: {
    en: () => "The customer has answered",
    "es-MX": () => "El cliente respondió",
  },
  path: fileOf,
};
