"use client";

import { type QueryKey, type UseQueryOptions, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { curpIn, holdsPartOfCurp } from "#lib/contract/curp-shape.ts";

const PAUSE_MS = 150;

/** The state of a search; `idle` where nothing is searched. */
type Found<Item> = {
  state: "idle" | "searching" | "failed" | "found";
  items: readonly Item[];
  /** Cause of a failure. */
  error?: Error;
};

/** The results of a text, requested when typing pauses; never those of an earlier text. */
export function useFound<Answer extends { items: readonly unknown[] }, Key extends QueryKey>(
  text: string | null,
  optionsOf: (text: string) => UseQueryOptions<Answer, Error, Answer, Key>,
): Found<Answer["items"][number]> {
  const [settled, setSettled] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text ?? ""), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const { data, error } = useQuery({ ...optionsOf(settled), enabled: settled !== "" });
  if (!text) return { state: "idle", items: [] };
  if (settled === text && error) return { state: "failed", items: [], error };
  if (settled !== text || !data) return { state: "searching", items: [] };
  return { state: "found", items: data.items };
}

const NAME = /^(?=.*\p{L}.*\p{L}.*\p{L})[\p{L}\p{M}'’. -]+$/u;

/** Whether a text may be a person's name: words of letters, three of them at least. */
export const looksLikeName = (typed: string): boolean => NAME.test(typed.trim());

/** The form of ids: a UUID, or a prefix of letters and a long rest, as in `ver_gQxf8jwGH6AqkHqTn6YR8g`. */
const LIKE_AN_ID = /^(?:[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|[a-z]{2,10}_[\w-]{8,180})$/i;

type Wanted = {
  /** Text for the search of files, which is posted; null when there is nothing that a file could be known by. */
  search: string | null;
  /** An id to open, even if no event named it. */
  id: string | null;
  /** The text holds a CURP or an identifying part of one: it stays out of addresses and request lines. */
  personal: boolean;
};

/** The possible meanings of a typed text. */
export function readTyped(typed: string): Wanted {
  const text = typed.trim();
  const personal = holdsPartOfCurp(text);
  return {
    // No file is named by a CURP, but a tag such as `CASO-260115` looks like a part of one.
    search: text.length > 0 && text.length <= 200 && curpIn(text) === null ? text : null,
    id: !personal && LIKE_AN_ID.test(text) ? text : null,
    personal,
  };
}
