"use client";

import { Check, Copy, Download } from "lucide-react";
import { Button } from "./button.tsx";
import { useCopying } from "./use-copying.ts";

type Props = {
  text: string;
  words: Record<"copy" | "download", string> & { copied: Record<"yes" | "no", string> };
  onDownload: () => void;
};

/** The ways in which text that is told once can be taken along. */
export function TakeAlong({ text, words, onDownload }: Props) {
  const { copied, copy } = useCopying(text);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button variant="outline" onClick={copy}>
        {copied === "yes" ? <Check aria-hidden className="text-done" /> : <Copy aria-hidden />}
        {words.copy}
      </Button>
      <Button variant="outline" onClick={onDownload}>
        <Download aria-hidden />
        {words.download}
      </Button>
      <p role="status" className="text-muted-foreground text-xs">
        {copied && words.copied[copied]}
      </p>
    </div>
  );
}
