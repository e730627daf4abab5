"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { foundPeopleOptions } from "#lib/browser/people.ts";
import type { PersonSummary } from "#lib/contract/people-search.ts";

const PAUSE_MS = 150;

/** What a search has come to; `idle` where nobody is searched. */
type Found = { state: "idle" | "searching" | "failed" | "found"; people: readonly PersonSummary[] };

const NOBODY: readonly PersonSummary[] = [];

/** People by what names them, which is posted; whoever was found for a text before is never answered. */
export function useFoundPeople(text: string | null): Found {
  const [settled, setSettled] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text ?? ""), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const { data, isError } = useQuery({ ...foundPeopleOptions(settled), enabled: settled !== "" });
  if (!text) return { state: "idle", people: NOBODY };
  if (settled === text && isError) return { state: "failed", people: NOBODY };
  if (settled !== text || !data) return { state: "searching", people: NOBODY };
  return { state: "found", people: data.items };
}
