"use client";

import { Download } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useId, useRef } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { CopyButton } from "@/components/ui/copy";

type Props = {
  title: string;
  about: string;
  className: string;
  /** What has the focus first, where that is not the first button. */
  first?: RefObject<HTMLElement | null>;
  children: ReactNode;
};

/**
 * A dialog for what can't be shown again: only its parent closes it, neither Escape nor a click beside it. Where a browser
 * closes it all the same, it opens again.
 */
export function ShownOnceDialog({ title, about, className, first, children }: Props) {
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

type TakeAlongProps = { text: string; words: Record<"copy" | "download", string>; onDownload: () => void };

/** Copies or downloads text that is shown once. */
export function TakeAlong({ text, words, onDownload }: TakeAlongProps) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button variant="outline" onClick={onDownload}>
        <Download aria-hidden />
        {words.download}
      </Button>
      <CopyButton text={() => text} lasting>
        {words.copy}
      </CopyButton>
    </div>
  );
}
