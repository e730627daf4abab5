"use client";

import { useNow } from "next-intl";
import { createContext, type ReactNode, useContext } from "react";

const TICK_MS = 15_000;
const Clock = createContext<Date | null>(null);

/** One clock for all that tells how long ago something was: a list of hundreds of times moves on at once, in one drawing. */
export function ClockProvider({ children }: { children: ReactNode }) {
  return <Clock value={useNow({ updateInterval: TICK_MS })}>{children}</Clock>;
}

/** The time of the last tick; the first one is the server's, so that both draw the same. */
export function useClock(): Date {
  const first = useNow();
  return useContext(Clock) ?? first;
}
