import { useEffect, useMemo, useRef, useState } from "react";
import { useSessionEndedAt } from "#components/kit/signed-out.ts";
import { reportActivity, sessionTimes } from "#lib/access/browser/session.ts";
import type { SessionTimes } from "#lib/access/contract/user.ts";
import { loadPage, onSessionNews, sessionEnded, signedInAgain } from "#lib/platform/browser/signed-out.ts";
import type { SessionUser } from "#lib/platform/manifest.ts";
import { loadSteps, SessionCover } from "./session-cover.tsx";
import { type EndingProps, SessionEnding } from "./session-ending.tsx";

const TICK_MS = 1_000;
/** Time to wait for an answer about the session after its expected end. */
const ANSWER_TIMEOUT_MS = 3_000;
/** Events that count as user activity; live updates do not. */
const ACTIVITY_EVENTS = ["pointerdown", "keydown", "wheel", "touchstart"] as const;

/**
 * Reports activity to the server, warns before the session ends for inactivity, and covers the page after its end.
 * Another tab may have extended the session: the server is queried before the warning.
 */
export function SessionWatch({ user: { email, name, role } }: { user: SessionUser }) {
  const [warning, setWarning] = useState<Omit<EndingProps, "onStay"> | null>(null);
  const stay = useRef<() => void>(() => undefined);
  const endedAt = useSessionEndedAt();
  const signedOut = endedAt !== null;
  const user = useMemo(() => ({ email, name, role }), [email, name, role]);
  useEffect(
    () =>
      onSessionNews((news) => {
        if (news === "signed-out") loadPage("/login");
        else void sessionTimes(user).then(signedInAgain, () => undefined);
      }),
    [user],
  );
  useEffect(() => {
    if (signedOut) return;
    const times = () => sessionTimes(user);
    let stopped = false;
    let ends: Expiry | null = null;
    let known: SessionPhase | null = null;
    let pending: Promise<void> | null = null;
    let reportedAt = Date.now();
    const update = async (request: () => Promise<SessionTimes>) => {
      try {
        ends = endsFrom(await request(), Date.now());
      } catch {
        // After a failed request the last known end counts: the page is covered from then on.
        if (ends !== null && phaseAt(ends, Date.now()) === "over") sessionEnded();
      }
      if (ends === null || stopped) return;
      const now = Date.now();
      known = phaseAt(ends, now);
      // The form of the cover loads in advance, in case the connection is lost.
      if (known !== "fine") void loadSteps().catch(() => undefined);
      setWarning(known === "idle" || known === "absolute" ? { phase: known, seconds: secondsLeft(ends, now) } : null);
    };
    const refresh = (request: () => Promise<SessionTimes>): Promise<void> => {
      pending ??= update(request).finally(() => {
        pending = null;
      });
      return pending;
    };
    // Activity during a pending request is reported after it.
    const report = async () => {
      await pending;
      await refresh(reportActivity);
    };
    const tick = () => {
      const now = Date.now();
      const phase = ends && phaseAt(ends, now);
      // No answer came in time, or the computer was suspended: the cover queries the session again.
      if (ends && phase === "over" && now > endOf(ends) + ANSWER_TIMEOUT_MS) return sessionEnded();
      if (phase === null || phase !== known || phase === "over") void refresh(times);
      else if (ends && phase !== "fine") setWarning({ phase, seconds: secondsLeft(ends, now) });
    };
    const onActivity = () => {
      const now = Date.now();
      // While the warning is shown, only its button counts as activity.
      if (ends === null || phaseAt(ends, now) !== "fine" || now - reportedAt < reportPause(ends)) return;
      reportedAt = now;
      void report();
    };
    stay.current = () => void report();
    tick();
    const timer = setInterval(tick, TICK_MS);
    for (const name of ACTIVITY_EVENTS) window.addEventListener(name, onActivity, { passive: true, capture: true });
    window.addEventListener("pageshow", tick);
    return () => {
      stopped = true;
      setWarning(null);
      clearInterval(timer);
      for (const name of ACTIVITY_EVENTS) window.removeEventListener(name, onActivity, { capture: true });
      window.removeEventListener("pageshow", tick);
    };
  }, [signedOut, user]);
  if (endedAt !== null) return <SessionCover user={user} endedAt={endedAt} />;
  return warning && <SessionEnding key={warning.phase} {...warning} onStay={() => stay.current()} />;
}

/** The ends of a session by this browser's clock, and the idle limit (ms). */
type Expiry = { idle: number; absolute: number; limit: number };

const WARN_SECONDS = 120;
const REPORT_SECONDS = 60;

export const endsFrom = ({ idle_in, idle_limit, ends_in }: SessionTimes, now: number): Expiry => ({
  idle: now + idle_in * 1000,
  absolute: now + ends_in * 1000,
  limit: idle_limit * 1000,
});

const endOf = ({ idle, absolute }: Expiry): number => Math.min(idle, absolute);

/** The warning time before the end: two minutes, but at most a third of the idle limit. */
const warningMsOf = ({ limit }: Expiry): number => Math.min(WARN_SECONDS * 1000, limit / 3);

type SessionPhase = "fine" | "idle" | "absolute" | "over";

/** The phase of a session: fine, warning of the nearer end, or over. */
export function phaseAt(ends: Expiry, now: number): SessionPhase {
  const first = endOf(ends);
  if (now >= first) return "over";
  if (now < first - warningMsOf(ends)) return "fine";
  return ends.absolute <= ends.idle ? "absolute" : "idle";
}

/** Minimal pause between reports of activity (ms). */
export const reportPause = ({ limit }: Expiry): number => Math.min(REPORT_SECONDS * 1000, limit / 4);

export const secondsLeft = (ends: Expiry, now: number): number => Math.max(0, Math.ceil((endOf(ends) - now) / 1000));
