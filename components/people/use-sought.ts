"use client";

import { useEffect, useState, useSyncExternalStore } from "react";
import { onSought, soughtPeople } from "#lib/browser/people.ts";

const PAUSE_MS = 200;

/** What is looked for as it stands in the field, and `settled` once typing has paused or was said to be done. */
export function useSought() {
  const text = useSyncExternalStore(onSought, soughtPeople, () => "");
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return { text, settled, settle: () => setSettled(text) };
}
