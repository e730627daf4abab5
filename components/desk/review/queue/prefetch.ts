import { type QueryClient, QueryObserver, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { verificationOptions } from "#lib/core/browser/verifications.ts";
import { idOf, type Queue } from "./use-queue.ts";

const MAX_PREFETCHED = 3;
/** The wait after the file was opened, and the longest wait for an idle browser. */
const IDLE_WAIT_MS = 500;

/**
 * Prefetches the files after the open file, or the first files, one after the other while the browser is idle, and
 * keeps them up to date. Only the read model is queried: no people, no reading of the service, and no visit is
 * recorded. Returns the first of them.
 */
export function usePrefetchedNext({ rows, outdated }: Queue, file: string | null): string | null {
  const client = useQueryClient();
  const [atHand] = useState(() => filesToPrefetch(client));
  const from = rows.findIndex((row) => idOf(row) === file) + 1;
  const next = outdated
    ? ""
    : rows
        .slice(from, from + MAX_PREFETCHED)
        .map(idOf)
        .join(" ");
  useEffect(() => atHand.hold(next.split(" ").filter(Boolean)), [atHand, next]);
  useEffect(() => atHand.leave, [atHand]);
  return next.split(" ")[0] || null;
}

export function filesToPrefetch(client: QueryClient) {
  const held = new Map<string, () => void>();
  const leave = (ids: Iterable<string>) => {
    for (const id of ids) {
      held.get(id)?.();
      held.delete(id);
    }
  };
  const request = async (ids: readonly string[], signal: AbortSignal) => {
    for (const id of ids) {
      await idle();
      if (signal.aborted) return;
      if (held.has(id)) continue;
      const options = verificationOptions(id);
      held.set(
        id,
        new QueryObserver(client, options).subscribe(() => undefined),
      );
      await client.prefetchQuery(options);
    }
  };
  return {
    /** Prefetches files that are not cached yet; returns a function that stops it. */
    hold(ids: readonly string[]) {
      // The file that was just opened is shown by now, so its request continues.
      leave([...held.keys()].filter((id) => !ids.includes(id)));
      const ended = new AbortController();
      const soon = setTimeout(() => void request(ids, ended.signal), IDLE_WAIT_MS);
      return () => {
        clearTimeout(soon);
        ended.abort();
      };
    },
    leave: () => leave([...held.keys()]),
  };
}

/** Resolves when the browser is idle. Not every browser supports `requestIdleCallback`. */
const idle = () =>
  new Promise<unknown>((resolve) => {
    if (typeof requestIdleCallback === "function") requestIdleCallback(resolve, { timeout: IDLE_WAIT_MS });
    else setTimeout(resolve);
  });
