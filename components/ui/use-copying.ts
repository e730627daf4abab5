import { useState } from "react";

/** Copies text where that is its one chance: `no` is said too, since a browser may forbid it. */
export function useCopying(text: string) {
  const [copied, setCopied] = useState<"yes" | "no" | null>(null);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied("yes"),
      () => setCopied("no"),
    );
  return { copied, copy };
}
