/**
 * Severities of findings, gravest first (interface, Resources: Finding; a closed enum). Apart from the schemas, since the
 * browser needs the words and must not load zod: it probes for `eval`, which our CSP reports as a violation.
 */
export const SEVERITIES = ["high", "medium", "low"] as const;
export type Severity = (typeof SEVERITIES)[number];
