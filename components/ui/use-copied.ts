"use client";

import { useEffect, useState } from "react";

const SHOWN_MS = 1_500;

/** Whether something was copied a moment ago, and what copies it: said anew each time, and for as long. */
export function useCopied() {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = (text: string) => {
    setCopied(false);
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => undefined,
    );
  };
  return { copied, copy };
}
