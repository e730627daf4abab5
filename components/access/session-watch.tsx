"use client";

import { useEffect, useRef, useState } from "react";
import { ApiError } from "#lib/browser/api.ts";
import { leaveForSignIn } from "#lib/browser/query-client.ts";
import { reportActivity, sessionTimes } from "#lib/browser/session.ts";
import type { SessionTimes } from "#lib/contract/access/user.ts";
import { type Ends, endsFrom, type Phase, phaseAt, secondsLeft, tellingPause } from "./session-clock.ts";
import { SessionEnding } from "./session-ending.tsx";

const TICK_MS = 1_000;
/** What a person does; what arrives by itself is none of it. */
const ACTIVITY = ["pointerdown", "keydown", "wheel", "touchstart"] as const;

type Ending = { phase: "idle" | "absolute"; seconds: number };

/**
 * Tells the server that somebody is here, says it before the session ends for want of that, and leaves once it has
 * ended. Another tab may have lengthened it meanwhile: the server is asked before anything is said.
 */
export function SessionWatch() {
  const [ending, setEnding] = useState<Ending | null>(null);
  const stay = useRef<() => void>(() => undefined);
  useEffect(() => {
    let ends: Ends | null = null;
    let known: Phase | null = null;
    let asking: Promise<void> | null = null;
    let toldAt = Date.now();
    const answer = async (question: () => Promise<SessionTimes>) => {
      try {
        ends = endsFrom(await question(), Date.now());
      } catch (error) {
        // Without an answer the last one counts: when its time is over, nothing stays on the screen.
        const over = ends !== null && phaseAt(ends, Date.now()) === "over";
        if (over || (error instanceof ApiError && error.status === 401)) leaveForSignIn();
      }
      if (ends === null) return;
      const now = Date.now();
      known = phaseAt(ends, now);
      setEnding(known === "idle" || known === "absolute" ? { phase: known, seconds: secondsLeft(ends, now) } : null);
    };
    const ask = (question: () => Promise<SessionTimes>): Promise<void> => {
      asking ??= answer(question).finally(() => {
        asking = null;
      });
      return asking;
    };
    // What a person says is not lost to a question that is under way.
    const tell = async () => {
      await asking;
      await ask(reportActivity);
    };
    const tick = () => {
      const now = Date.now();
      const phase = ends && phaseAt(ends, now);
      if (phase === null || phase !== known || phase === "over") void ask(sessionTimes);
      else if (ends && phase !== "fine") setEnding({ phase, seconds: secondsLeft(ends, now) });
    };
    const act = () => {
      const now = Date.now();
      // Once it is asked whether anybody is there, only the answer counts.
      if (ends === null || phaseAt(ends, now) !== "fine" || now - toldAt < tellingPause(ends)) return;
      toldAt = now;
      void tell();
    };
    stay.current = () => void tell();
    tick();
    const timer = setInterval(tick, TICK_MS);
    for (const name of ACTIVITY) window.addEventListener(name, act, { passive: true, capture: true });
    window.addEventListener("pageshow", tick);
    return () => {
      clearInterval(timer);
      for (const name of ACTIVITY) window.removeEventListener(name, act, { capture: true });
      window.removeEventListener("pageshow", tick);
    };
  }, []);
  return ending && <SessionEnding key={ending.phase} {...ending} onStay={() => stay.current()} />;
}
