import { type Finding, SEVERITIES, type Severity } from "#lib/contract/verifications/verification.ts";

export type FindingsGroup = { severity: Severity | "other"; items: Finding[] };

/**
 * Findings by severity, gravest first, each in the order it came. A severity outside the enum stands last under `other`;
 * groups without findings are left out, findings never.
 */
export function groupFindings(items: readonly Finding[]): FindingsGroup[] {
  const known = SEVERITIES.map((severity) => ({ severity, items: items.filter((item) => item.severity === severity) }));
  const other = items.filter((item) => !SEVERITIES.some((severity) => severity === item.severity));
  return [...known, { severity: "other" as const, items: other }].filter((group) => group.items.length > 0);
}
