import type { SessionTimes } from "#lib/contract/access/user.ts";

/** When a session ends, by this browser's clock (ms). */
export type Ends = { idle: number; absolute: number; limit: number };

const WARN_SECONDS = 120;
const TELL_SECONDS = 60;

export const endsFrom = ({ idle_in, idle_limit, ends_in }: SessionTimes, now: number): Ends => ({
  idle: now + idle_in * 1000,
  absolute: now + ends_in * 1000,
  limit: idle_limit * 1000,
});

/** Two minutes before the end; where sessions are short, a third of one. */
const warningOf = ({ limit }: Ends): number => Math.min(WARN_SECONDS * 1000, limit / 3);

export type Phase = "fine" | "idle" | "absolute" | "over";

/** Whether it is time to say something, and about which of the two ends. */
export function phaseAt(ends: Ends, now: number): Phase {
  const first = Math.min(ends.idle, ends.absolute);
  if (now >= first) return "over";
  if (now < first - warningOf(ends)) return "fine";
  return ends.absolute <= ends.idle ? "absolute" : "idle";
}

/** How long what somebody does need not be told again (ms). */
export const tellingPause = ({ limit }: Ends): number => Math.min(TELL_SECONDS * 1000, limit / 4);

export const secondsLeft = ({ idle, absolute }: Ends, now: number): number =>
  Math.max(0, Math.ceil((Math.min(idle, absolute) - now) / 1000));
