/** Why Cotejo can't start, as one line that a person can act on. It never quotes a value that may be secret. */
export class LaunchError extends Error {
  override name = "LaunchError";
}
