"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { ApiError } from "#lib/browser/api.ts";
import { importVerifications } from "#lib/browser/import.ts";
import { advance, type Progress, startProgress, unfinished } from "./import-progress.ts";

/** An import and how far it is; null before the first. It ends with the component. */
export function useImport() {
  const [progress, setProgress] = useState<Progress | null>(null);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const run = useCallback(async (ids: string[]) => {
    const controller = new AbortController();
    running.current = controller;
    const step = (...steps: Parameters<typeof advance>[1][]) => {
      if (running.current === controller) setProgress((before) => before && steps.reduce(advance, before));
    };
    try {
      for await (const line of importVerifications(ids, controller.signal)) step({ type: "told", line });
      step({ type: "ended" });
    } catch (error) {
      if (controller.signal.aborted) return step({ type: "stopped" });
      step({ type: "broken", code: error instanceof ApiError ? error.code : "INTERNAL_SERVER_ERROR" });
    }
  }, []);

  const start = (ids: string[]) => {
    setProgress(startProgress(ids));
    void run(ids);
  };
  const again = () => {
    if (!progress) return;
    setProgress(advance(progress, { type: "again" }));
    void run(unfinished(progress));
  };
  const stop = () => running.current?.abort();
  return { progress, start, again, stop, clear: () => setProgress(null) };
}
