import type { Locale } from "#lib/contract/preferences.ts";
import type { Instant } from "#lib/contract/time.ts";
import { ALERTS } from "./alerts/index.ts";

const RESOLVED: Record<Locale, string> = { en: "Resolved: ", "es-MX": "Resuelto: " };

type AlertRow = { kind: string; facts: object | null; resolved_at: Instant | null };

/** The words of an alert and its page. A row of another version may have facts that this version does not know. */
export function wordsOfAlert({ kind, facts, resolved_at }: AlertRow, locale: Locale): { text: string; path: string } {
  const alert = ALERTS.find((one) => one.kind === kind);
  const known = alert?.facts.safeParse(facts);
  if (!alert || !known?.success) return { text: alert?.name[locale] ?? kind, path: "/settings" };
  const isOver = resolved_at !== null && "look" in alert;
  return { text: `${isOver ? RESOLVED[locale] : ""}${alert.words[locale](known.data)}`, path: alert.path };
}
