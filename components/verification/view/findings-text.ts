import type { Finding } from "#lib/contract/verifications/verification.ts";
import { groupFindings } from "./group-findings.ts";

/** The words around findings, in the reader's language; what the service wrote is not among them. */
export type FindingsWords = {
  /** What file it is: its tag, its id. */
  head: readonly string[];
  /** What run it is, and what one has to know before relying on it. */
  run: string;
  notes: readonly string[];
  severity: (severity: "high" | "medium" | "low" | "other", count: number) => string;
  missing: string;
  empty: string;
};

/**
 * A run of findings as plain text for a letter or a note, gravest first, messages as they came (interface, Finding). Lines
 * that follow the first one of a message are indented, so that each '-' begins a finding.
 */
export function findingsText(findings: readonly Finding[], words: FindingsWords): string {
  const lines = [...words.head, words.run, ...words.notes, ""];
  if (findings.length === 0) lines.push(words.empty);
  for (const { severity, items } of groupFindings(findings)) {
    lines.push(words.severity(severity, items.length));
    for (const finding of items) {
      const stated = severity === "other" ? `[${finding.severity}] ` : "";
      lines.push(`- ${stated}${indented(finding.message)}`);
      if (finding.missing_field) lines.push(`  ${words.missing} ${indented(finding.missing_field)}`);
    }
    lines.push("");
  }
  return `${lines.join("\n").trimEnd()}\n`;
}

const indented = (text: string): string => text.replace(/\r\n|[\n\r\u2028\u2029]/g, "\n  ");
