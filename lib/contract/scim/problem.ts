/** `scimType` of an error (RFC 7644 §3.12), of those that occur here. */
export type ScimType =
  | "uniqueness"
  | "invalidFilter"
  | "invalidPath"
  | "invalidSyntax"
  | "invalidValue"
  | "mutability"
  | "noTarget";

/** A request that SCIM names the fault of. */
export class ScimProblem extends Error {
  override name = "ScimProblem";
  readonly scimType: ScimType;

  constructor(scimType: ScimType, message: string) {
    super(message);
    this.scimType = scimType;
  }
}
