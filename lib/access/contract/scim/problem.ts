/** The values of `scimType` in errors (RFC 7644 §3.12) that occur here. */
export type ScimType =
  | "uniqueness"
  | "invalidFilter"
  | "invalidPath"
  | "invalidSyntax"
  | "invalidValue"
  | "mutability"
  | "noTarget";

/** A faulty request, with the `scimType` of its answer. */
export class ScimProblem extends Error {
  override name = "ScimProblem";
  readonly scimType: ScimType;

  constructor(scimType: ScimType, message: string) {
    super(message);
    this.scimType = scimType;
  }
}
