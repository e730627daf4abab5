"use client";

import { Check, Copy, Download } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from "react";
import { Button } from "./button.tsx";
import { cn } from "./cn.ts";

type Props = {
  title: string;
  about: string;
  className: string;
  /** What has the focus first, where that is not the first button. */
  first?: RefObject<HTMLElement | null>;
  children: ReactNode;
};

/**
 * Around what can't be shown again: nothing closes it but who renders it, no Escape, no click beside it. Whatever a browser
 * closes it by all the same, there it is again.
 */
export function ToldOnceDialog({ title, about, className, first, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [titled, described] = [useId(), useId()];
  useEffect(() => {
    dialog.current?.showModal();
    first?.current?.focus();
  }, [first]);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titled}
      aria-describedby={described}
      closedby="none"
      onCancel={(event) => event.preventDefault()}
      onKeyDown={(event) => event.key === "Escape" && event.preventDefault()}
      onClose={() => dialog.current?.showModal()}
      className={cn(
        "m-auto max-w-[calc(100vw-2rem)] space-y-4 rounded-lg border border-border bg-card p-6 text-foreground",
        className,
      )}
    >
      <div className="space-y-1">
        <h2 id={titled} className="wrap-anywhere font-semibold text-base">
          {title}
        </h2>
        <p id={described} className="wrap-anywhere text-muted-foreground text-sm">
          {about}
        </p>
      </div>
      {children}
    </dialog>
  );
}

type TakeAlongProps = {
  text: string;
  words: Record<"copy" | "download", string> & { copied: Record<"yes" | "no", string> };
  onDownload: () => void;
};

/** The ways in which text that is told once can be taken along. */
export function TakeAlong({ text, words, onDownload }: TakeAlongProps) {
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
