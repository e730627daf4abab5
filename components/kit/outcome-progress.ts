import { useCallback, useEffect, useRef, useState } from "react";
import { ApiError } from "#lib/platform/browser/api.ts";

type OutcomeLine<Outcome extends string> = { verification_id: string; outcome: Outcome; code?: string };

export type OutcomeEntry<Outcome extends string> = { id: string; outcome: Outcome | null; code: string | null };

export type OutcomeProgress<Outcome extends string> = {
  /** An entry for each id, in the requested order; `outcome` is null while unknown. */
  entries: readonly OutcomeEntry<Outcome>[];
  state: "running" | "done" | "stopped" | "broken";
  /** The error code of the interruption. */
  code: string | null;
};

export type OutcomeEvent<Outcome extends string> =
  | { line: OutcomeLine<Outcome> }
  | { state: OutcomeProgress<Outcome>["state"]; code?: string };

export const startProgress = <Outcome extends string>(ids: readonly string[]): OutcomeProgress<Outcome> => ({
  entries: ids.map((id) => ({ id, outcome: null, code: null })),
  state: "running",
  code: null,
});

export function advance<Outcome extends string>(
  progress: OutcomeProgress<Outcome>,
  step: OutcomeEvent<Outcome>,
): OutcomeProgress<Outcome> {
  if ("line" in step) {
    const { verification_id, outcome, code = null } = step.line;
    const entries = progress.entries.map((entry) =>
      entry.id === verification_id ? { ...entry, outcome, code } : entry,
    );
    return { ...progress, entries };
  }
  const { state, code = null } = step;
  const again = new Set(state === "running" ? unfinished(progress) : []);
  const entries = progress.entries.map((entry) =>
    again.has(entry.id) ? { ...entry, outcome: null, code: null } : entry,
  );
  return { entries, state, code };
}

/** The ids to retry: failed, or without an answer. An unknown id is not retried. */
export const unfinished = (progress: OutcomeProgress<string>): string[] =>
  progress.entries.filter(({ outcome }) => outcome === "failed" || outcome === null).map(({ id }) => id);

/** The entries whose file is not there yet, and the others; each in the requested order. */
export function splitByPresence<Outcome extends string>(
  { entries }: OutcomeProgress<Outcome>,
  outcomes: Record<Outcome, { there: boolean }>,
): { absent: OutcomeEntry<Outcome>[]; there: OutcomeEntry<Outcome>[] } {
  const isThere = ({ outcome }: OutcomeEntry<Outcome>) => outcome !== null && outcomes[outcome].there;
  return { absent: entries.filter((entry) => !isThere(entry)), there: entries.filter(isThere) };
}

/** The number of ids with this outcome; null counts the ids without an outcome. */
export const countOf = <Outcome extends string>(progress: OutcomeProgress<Outcome>, outcome: Outcome | null): number =>
  progress.entries.filter((entry) => entry.outcome === outcome).length;

/** Runs an action on many ids and reports its progress; null before the first run. Unmounting aborts the run. */
export function useOutcomes<Outcome extends string>(
  run: (ids: readonly string[], signal: AbortSignal) => AsyncIterable<OutcomeLine<Outcome>>,
) {
  const [progress, setProgress] = useState<OutcomeProgress<Outcome> | null>(null);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const go = useCallback(async (lines: (signal: AbortSignal) => AsyncIterable<OutcomeLine<Outcome>>) => {
    const controller = new AbortController();
    running.current = controller;
    const step = (next: OutcomeEvent<Outcome>) => {
      if (running.current === controller) setProgress((before) => before && advance(before, next));
    };
    try {
      for await (const line of lines(controller.signal)) step({ line });
      step({ state: "done" });
    } catch (error) {
      if (controller.signal.aborted) return step({ state: "stopped" });
      step({ state: "broken", code: error instanceof ApiError ? error.code : "INTERNAL_SERVER_ERROR" });
    }
  }, []);

  const start = (ids: readonly string[]) => {
    setProgress(startProgress(ids));
    void go((signal) => run(ids, signal));
  };
  const again = () => {
    if (!progress) return;
    setProgress(advance(progress, { state: "running" }));
    void go((signal) => run(unfinished(progress), signal));
  };
  const stop = () => running.current?.abort();
  return { progress, start, again, stop, clear: () => setProgress(null) };
}
