"use client";

import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { cn } from "./cn.ts";

const HEAD = 8;
const TAIL = 4;

/** An id shortened in the middle; one that is hardly longer than its short form stays whole. */
export const shortId = (id: string): string =>
  id.length <= HEAD + TAIL + 3 ? id : `${id.slice(0, HEAD)}…${id.slice(-TAIL)}`;

type Props = {
  id: string;
  /** What the button does, for screen readers: 'Copy the verification id'. */
  label: string;
  /** Said once it is copied. */
  copiedLabel: string;
  className?: string;
};

/** An id, whole on hover, copied with one click. */
export function CopyId({ id, label, copiedLabel, className }: Props) {
  const { copied, copy } = useCopied();
  const Icon = copied ? Check : Copy;
  return (
    <button
      type="button"
      title={id}
      onClick={() => copy(id)}
      className={cn(
        "inline-flex items-center gap-1.5 rounded font-mono text-muted-foreground text-xs hover:text-foreground",
        className,
      )}
    >
      <span className="sr-only">{label}: </span>
      {shortId(id)}
      <Icon aria-hidden className={cn("size-3.5", copied && "text-done")} />
      <span role="status" className="sr-only">
        {copied ? copiedLabel : ""}
      </span>
    </button>
  );
}

const SHOWN_MS = 1_500;

/** Copies text, and reports for a moment that it was copied, anew each time. */
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
