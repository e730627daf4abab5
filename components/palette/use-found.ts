"use client";

import { type QueryKey, type UseQueryOptions, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";

const PAUSE_MS = 150;

/** What a search has come to; `idle` where nothing is searched. */
type Found<Item> = { state: "idle" | "searching" | "failed" | "found"; items: readonly Item[] };

/** What a text finds, asked when typing pauses; what was found for a text before is never answered. */
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
