import { type QueryClient, QueryObserver, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { verificationOptions } from "#lib/browser/verifications.ts";
import { idOf, type Queue } from "./use-queue.ts";

const AT_HAND = 3;
/** Starts once the open file has loaded, and at the latest after this time while the browser is busy. */
const AFTER_MS = 500;

/**
 * The files after the open one, or the first ones, are requested one after the other while the browser is idle, and kept up to date like
 * what is on screen. Only the read model is asked: nothing of people, no reading of the service, and nobody has seen them. Answers
 * the first of them.
 */
export function useNextAtHand({ rows, outdated }: Queue, file: string | null): string | null {
  const client = useQueryClient();
  const [atHand] = useState(() => filesAtHand(client));
  const from = rows.findIndex((row) => idOf(row) === file) + 1;
  const next = outdated
    ? ""
    : rows
        .slice(from, from + AT_HAND)
        .map(idOf)
        .join(" ");
  useEffect(() => atHand.hold(next.split(" ").filter(Boolean)), [atHand, next]);
  useEffect(() => atHand.leave, [atHand]);
  return next.split(" ")[0] || null;
}

export function filesAtHand(client: QueryClient) {
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
    /** Requests files that are not held yet; returns a function that stops it. */
    hold(ids: readonly string[]) {
      // The file being opened is shown by now, so its request continues.
      leave([...held.keys()].filter((id) => !ids.includes(id)));
      const ended = new AbortController();
      const soon = setTimeout(() => void request(ids, ended.signal), AFTER_MS);
      return () => {
        clearTimeout(soon);
        ended.abort();
      };
    },
    leave: () => leave([...held.keys()]),
  };
}

/** Not every browser supports `requestIdleCallback`. */
const idle = () =>
  new Promise<unknown>((resolve) => {
    if (typeof requestIdleCallback === "function") requestIdleCallback(resolve, { timeout: AFTER_MS });
    else setTimeout(resolve);
  });
