import { offsetAt } from "#lib/platform/contract/working-time.ts";

/** The wall-clock time of a zone at an instant, to the second, in the UTC fields of a `Date`. */
export const wallClock =
  (timeZone: string) =>
  (at: Date): Date =>
    new Date(Math.floor(at.getTime() / 1000) * 1000 + offsetAt(at.getTime(), timeZone));
