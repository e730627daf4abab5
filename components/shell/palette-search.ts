"use client";

import { type QueryKey, type UseQueryOptions, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { beginsLikeCurp, mayBecomeCurp } from "#lib/contract/curp-shape.ts";

const PAUSE_MS = 150;

/** What a search has come to; `idle` where nothing is searched. */
type Found<Item> = { state: "idle" | "searching" | "failed" | "found"; items: readonly Item[] };

/** What a text finds, requested when typing pauses; never what was found for a text before. */
export function useFound<Answer extends { items: readonly unknown[] }, Key extends QueryKey>(
  text: string | null,
  optionsOf: (text: string) => UseQueryOptions<Answer, Error, Answer, Key>,
): Found<Answer["items"][number]> {
  const [settled, setSettled] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text ?? ""), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const { data, isError } = useQuery({ ...optionsOf(settled), enabled: settled !== "" });
  if (!text) return { state: "idle", items: [] };
  if (settled === text && isError) return { state: "failed", items: [] };
  if (settled !== text || !data) return { state: "searching", items: [] };
  return { state: "found", items: data.items };
}

const plain = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** Whether every word typed is in the name, whatever its case and accents. */
export function matches(name: string, typed: string): boolean {
  const hay = plain(name);
  return plain(typed)
    .split(/\s+/)
    .every((word) => hay.includes(word));
}

/** Ids are long and without spaces; what is shorter is a tag or the start of one. */
const LIKE_AN_ID = /^\S{8,200}$/;

type Wanted = {
  /** Text for the list's search; null when there is nothing to search for or it may not be sent. */
  search: string | null;
  /** An id to open, whether or not any event named it. */
  id: string | null;
  /** It looks like a CURP: that goes into no address and no request line. */
  personal: boolean;
  /** It may be the beginning of a CURP: it is searched, or opened as an id, on request only. */
  waits: boolean;
};

/** What a person who typed this may want. */
export function readTyped(typed: string): Wanted {
  const text = typed.trim();
  if (beginsLikeCurp(text)) return { search: null, id: null, personal: true, waits: false };
  return {
    search: text.length > 0 && text.length <= 200 ? text : null,
    id: LIKE_AN_ID.test(text) ? text : null,
    personal: false,
    waits: mayBecomeCurp(text),
  };
}
