import { Check, Copy } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ComponentProps, useEffect, useState } from "react";
import { shortId } from "#lib/platform/contract/text.ts";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Announced } from "./announced.tsx";
import { Hint } from "./hint.tsx";

type CopyOutcome = "copied" | "refused";

const SUCCESS_MS = 4_000;

/** Copies text. Success is reported for a few seconds unless `lasting`; failure until the next attempt. */
function useCopy(
  lasting = false,
  onCopied?: () => void,
): { outcome: CopyOutcome | null; copy: (text: string) => void } {
  const [outcome, setOutcome] = useState<CopyOutcome | null>(null);
  useEffect(() => {
    if (outcome !== "copied" || lasting) return;
    const timer = setTimeout(() => setOutcome(null), SUCCESS_MS);
    return () => clearTimeout(timer);
  }, [outcome, lasting]);
  const copy = (text: string) => {
    // Cleared first: a screen reader announces the second copy too.
    setOutcome(null);
    // The clipboard API is missing outside of secure contexts, and a browser may refuse its use.
    const written = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error("no clipboard"));
    written.then(
      () => {
        setOutcome("copied");
        onCopied?.();
      },
      () => setOutcome("refused"),
    );
  };
  return { outcome, copy };
}

function CopyStatus({ outcome, visible }: { outcome: CopyOutcome | null; visible: boolean }) {
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
  onCopied?: () => void;
};

/** A button that copies text, with the outcome beside it. */
export function CopyButton({ text, lasting = false, onCopied, children, ...button }: CopyButtonProps) {
  const { outcome, copy } = useCopy(lasting, onCopied);
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

type CopyIdProps = {
  id: string;
  /** The action of the button, for screen readers: 'Copy the verification id'. */
  label: string;
};

/** A shortened id, shown whole on hover, with a copy button. */
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
          <span className="sr-only">{`${label}: `}</span>
          <span translate="no">{shortId(id)}</span>
          <Icon aria-hidden className={cn("size-3.5", outcome === "copied" && "text-done")} />
        </Button>
      </Hint>
      <CopyStatus outcome={outcome} visible={false} />
    </span>
  );
}
