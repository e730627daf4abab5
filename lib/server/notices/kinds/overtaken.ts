import { TURNS } from "#lib/server/db/review-log.ts";
import { fileOf, fromLog, type NoticeKind } from "./kind.ts";

/** Facts have changed on which a decision or proposal of its addressee rests, and brought the file back. */
export const overtaken: NoticeKind = {
  kind: "overtaken",
  permission: "reviews.read",
  find: fromLog(
    "log.assignee",
    `${TURNS.returned} AND (log.kind = 'returned' AND log.reasons @> '{changed}' OR log.kind = 'withdrawn')`,
  ),
  words: {
    en: () => "The facts of your decision have changed: the file is back",
    "es-MX": () => "Cambiaron los hechos de tu dictamen: el expediente volvió",
  },
  path: fileOf,
};
