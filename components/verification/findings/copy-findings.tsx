"use client";

import { Check, ClipboardCopy } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { type FindingsWords, findingsText } from "#components/verification/view/findings-text.ts";
import type { RunNote } from "#components/verification/view/run-notes.ts";
import type { FindingsRun, VerificationSummary } from "#lib/contract/verifications/verification.ts";
import { useNoteWords, useRunName } from "./use-run-words.ts";

const SHOWN_MS = 4_000;

/** What a copied text says of its file. */
export type CopiedFile = Pick<VerificationSummary, "verification_id" | "tag" | "account_name">;

type Props = { run: FindingsRun; notes: RunNote[]; file: CopiedFile };

/** Puts the findings on the clipboard as plain text, and says that it did, or that the browser refused. */
export function CopyFindings({ run, notes, file }: Props) {
  const t = useTranslations("verification.findings.copy");
  const words = useFindingsWords();
  const [outcome, setOutcome] = useState<"copied" | "refused" | null>(null);
  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = () => {
    const text = findingsText(run.items, words(run, notes, file));
    // Said anew each time, and for as long.
    setOutcome(null);
    // There is no clipboard outside of a secure context.
    const written = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error("no clipboard"));
    written.then(
      () => setOutcome("copied"),
      () => setOutcome("refused"),
    );
  };
  const Icon = outcome === "copied" ? Check : ClipboardCopy;
  return (
    <span className="inline-flex items-center gap-2 print:hidden">
      <span role="status" className={outcome === "refused" ? "text-failed" : "sr-only"}>
        {outcome !== null && t(outcome)}
      </span>
      <Button variant="outline" size="sm" onClick={copy}>
        <Icon aria-hidden className={outcome === "copied" ? "text-done" : ""} />
        {t("action")}
      </Button>
    </span>
  );
}

function useFindingsWords() {
  const t = useTranslations("verification.findings");
  const severityName = useTranslations("verification.severity");
  const runName = useRunName();
  const note = useNoteWords();
  return (run: FindingsRun, notes: RunNote[], file: CopiedFile): FindingsWords => ({
    head: [
      [file.tag, file.account_name].filter((part) => part !== null).join(" · "),
      t("copy.file", { id: file.verification_id }),
    ].filter((line) => line !== ""),
    run: runName(run),
    notes: notes.map((entry) => note(entry, run.source)),
    severity: (severity, count) => `${severityName(severity)} (${count})`,
    missing: t("missing"),
    empty: t("empty"),
  });
}
