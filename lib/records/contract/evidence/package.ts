import type { NoteKind } from "#lib/desk/contract/notes/note.ts";
import type { Locale } from "#lib/platform/contract/preferences.ts";

/** A ZIP with everything, or the page alone, which has all but large bodies. */
export const PACKAGE_FORMATS = ["zip", "html"] as const;
export type PackageFormat = (typeof PACKAGE_FORMATS)[number];

/** People by name and ends of the CURP, or as the service answered, which requires a reason. */
export const PACKAGE_PEOPLE = ["shortened", "whole"] as const;
export type PackagePeople = (typeof PACKAGE_PEOPLE)[number];

export const MAX_PACKAGE_REASON = 500;

/** The contents of a package beside the sealed entries. */
export type PackageChoice = { people: PackagePeople; notes: readonly NoteKind[]; language: Locale };
