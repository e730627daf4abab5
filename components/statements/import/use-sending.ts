import { useEffect, useRef, useState } from "react";
import { api } from "#lib/platform/browser/api.ts";
import type { ImportedRow } from "#lib/statements/contract/import.ts";
import { type ImportRow, MAX_IMPORT_ROWS, type StatementsImport } from "#lib/statements/contract/import-input.ts";

export type Sending = {
  rows: readonly ImportRow[];
  /** The answers of the rows that are sent so far, in the order of `rows`. */
  answers: readonly ImportedRow[];
  state: "running" | "done" | "stopped" | "broken";
  error: Error | null;
};

type Request = Omit<StatementsImport, "rows">;

/** Sends the rows of a sheet in requests of bounded size, and reports the progress. Unmounting ends it. */
export function useSending() {
  const [sending, setSending] = useState<Sending | null>(null);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  /** With the answers of an interrupted sending, the rows after them are sent. */
  async function send(request: Request, rows: readonly ImportRow[], before: readonly ImportedRow[] = []) {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    let answers = before;
    const show = (state: Sending["state"], error: Error | null = null) => {
      if (running.current === controller) setSending({ rows, answers, state, error });
    };
    show("running");
    try {
      while (answers.length < rows.length) {
        const part = rows.slice(answers.length, answers.length + MAX_IMPORT_ROWS);
        const answer = await api("POST /api/imports/statements", {
          body: { ...request, rows: part },
          signal: controller.signal,
        });
        answers = [...answers, ...answer.rows];
        show("running");
      }
      show("done");
    } catch (error) {
      if (controller.signal.aborted) show("stopped");
      else show("broken", error as Error);
    }
  }

  const stop = () => running.current?.abort();
  const clear = () => {
    stop();
    running.current = undefined;
    setSending(null);
  };
  return { sending, send, stop, clear };
}
