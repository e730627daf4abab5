import { type Check, type Source, statement } from "#lib/contract-check/check.ts";
import { type Kind, unlike } from "#lib/contract-check/kind.ts";
import type { Section } from "#lib/contract-check/section.ts";

/** The statement that a field of each record is of a kind. */
export const field = (section: Section, of: Source<Record<string, unknown>>, name: string, kind: Kind): Check =>
  statement(section, `\`${name}\` is ${kind.called}`, {
    of,
    expected: kind.called,
    differs: (record) => unlike(kind, record[name]),
  });
