"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { verificationSearchOptions } from "#lib/browser/verifications.ts";
import type { VerificationSummary } from "#lib/contract/verification.ts";

const PAUSE_MS = 150;

/** What a search has come to; `idle` where nothing is searched. */
type Found = { state: "idle" | "searching" | "failed" | "found"; items: readonly VerificationSummary[] };

const NONE: readonly VerificationSummary[] = [];

/** Verifications by id, tag or account, as the list finds them; what was found for a text before is never answered. */
export function useFoundVerifications(text: string | null): Found {
  const [settled, setSettled] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text ?? ""), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const { data, isError } = useQuery({ ...verificationSearchOptions(settled), enabled: settled !== "" });
  if (!text) return { state: "idle", items: NONE };
  if (settled === text && isError) return { state: "failed", items: NONE };
  if (settled !== text || !data) return { state: "searching", items: NONE };
  return { state: "found", items: data.items };
}
