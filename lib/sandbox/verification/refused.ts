/** A change that cannot happen in the verification's present state. */
export class ChangeRefused extends Error {
  override name = "ChangeRefused";
}
