"use client";

import { Check, Copy } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ComponentProps, useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Announced } from "./announced.tsx";
import { Hint } from "./hint.tsx";

type Outcome = "copied" | "refused";

const SHOWN_MS = 4_000;

/** Copies text. Success is reported for a few seconds unless `lasting`; failure until the next attempt. */
function useCopy(lasting = false): { outcome: Outcome | null; copy: (text: string) => void } {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  useEffect(() => {
    if (outcome !== "copied" || lasting) return;
    const timer = setTimeout(() => setOutcome(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outcome, lasting]);
  const copy = (text: string) => {
    // Cleared first, so that a screen reader announces it each time.
    setOutcome(null);
    // There is no clipboard outside of a secure context, and a browser may forbid its use.
    const written = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error("no clipboard"));
    written.then(
      () => setOutcome("copied"),
      () => setOutcome("refused"),
    );
  };
  return { outcome, copy };
}

function CopyStatus({ outcome, visible }: { outcome: Outcome | null; visible: boolean }) {
  const t = useTranslations("shell.copy");
  return (
    <Announced
      as="span"
      className={cn(
        "wrap-anywhere min-w-0 font-sans text-xs empty:hidden",
        outcome === "refused" ? "text-failed" : visible ? "text-muted-foreground" : "sr-only",
      )}
    >
      {outcome && t(outcome)}
    </Announced>
  );
}

type CopyButtonProps = Omit<ComponentProps<typeof Button>, "onClick"> & {
  text: () => string;
  /** Keeps the success visible, for values that are shown once. */
  lasting?: boolean;
};

/** A button that copies text, with the outcome beside it. */
export function CopyButton({ text, lasting = false, children, ...button }: CopyButtonProps) {
  const { outcome, copy } = useCopy(lasting);
  const Icon = outcome === "copied" ? Check : Copy;
  return (
    <>
      <Button variant="outline" {...button} onClick={() => copy(text())}>
        <Icon aria-hidden className={outcome === "copied" ? "text-done" : undefined} />
        {children}
      </Button>
      <CopyStatus outcome={outcome} visible={lasting} />
    </>
  );
}

const HEAD = 8;
const TAIL = 4;

/** An id shortened in the middle; an id hardly longer than its short form stays whole. */
export const shortId = (id: string): string =>
  id.length <= HEAD + TAIL + 3 ? id : `${id.slice(0, HEAD)}…${id.slice(-TAIL)}`;

type CopyIdProps = {
  id: string;
  /** The action of the button, for screen readers: 'Copy the verification id'. */
  label: string;
};

/** An id, whole on hover, copied with one click. */
export function CopyId({ id, label }: CopyIdProps) {
  const { outcome, copy } = useCopy();
  const Icon = outcome === "copied" ? Check : Copy;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <Hint text={shortId(id) === id ? undefined : id}>
        <Button
          variant="link"
          onClick={() => copy(id)}
          className="h-auto rounded p-0 font-mono font-normal text-muted-foreground text-xs hover:text-foreground hover:no-underline"
        >
          <span className="sr-only">{label}: </span>
          {shortId(id)}
          <Icon aria-hidden className={cn("size-3.5", outcome === "copied" && "text-done")} />
        </Button>
      </Hint>
      <CopyStatus outcome={outcome} visible={false} />
    </span>
  );
}
