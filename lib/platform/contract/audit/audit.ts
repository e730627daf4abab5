import { type DeclaredBy, declared } from "#lib/modules.ts";
import { AUDIT_FAMILIES, type AuditFamily } from "#lib/platform/manifest.ts";

export type { AuditFamily };
export { AUDIT_FAMILIES };

type Declared = DeclaredBy<"actions">;
/** `noun.verb` of each noun in each family of each module. */
export type AuditAction = ActionIn<Declared>;
type ActionIn<Families> = Families extends object
  ? { [F in keyof Families]: VerbsOf<Families[F]> }[keyof Families]
  : never;
type VerbsOf<Nouns> = {
  [Noun in keyof Nouns & string]: Nouns[Noun] extends readonly (infer Verb extends string)[]
    ? `${Noun}.${Verb}`
    : never;
}[keyof Nouns & string];

/** All actions of the audit trail, by family. */
const ACTIONS = new Map(
  AUDIT_FAMILIES.map((family) => [
    family,
    declared("actions").flatMap((families) =>
      Object.entries(families[family] ?? {}).flatMap(([noun, verbs]) => verbs.map((verb) => `${noun}.${verb}`)),
    ) as AuditAction[],
  ]),
);

export const AUDIT_ACTIONS = [...ACTIONS.values()].flat();

export const isOfFamily = (action: AuditAction, family: AuditFamily): boolean =>
  ACTIONS.get(family)?.includes(action) ?? false;

/**
 * The outcome of a command. `begun` is written before it and does not state its end: a second entry does, and without
 * one the outcome is unknown.
 */
export const AUDIT_OUTCOMES = ["begun", "done", "failed", "refused"] as const;
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number];

/** The outcomes shown in the trail: `unknown` is a beginning without an end. */
export const SHOWN_OUTCOMES = ["done", "failed", "refused", "unknown"] as const;
export type ShownOutcome = (typeof SHOWN_OUTCOMES)[number];
