import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ComponentProps, useRef, useState } from "react";
import { ActionDialog } from "#components/kit/action-dialog.tsx";
import { countOf, useOutcomes } from "#components/kit/outcome-progress.ts";
import { OUTCOME_STYLES, OutcomeResults, useOutcomeWords } from "#components/kit/outcome-results.tsx";
import { useErrorWords } from "#components/kit/words.tsx";
import { reviewKeys, verificationKeys } from "#lib/core/browser/query-keys.ts";
import type { BulkOutcome } from "#lib/core/contract/verifications/review.ts";
import { acceptTogether, changeReviews } from "#lib/desk/browser/outcomes.ts";
import { AcceptTogetherForm } from "./accept-together-form.tsx";
import { BulkForm } from "./bulk-form.tsx";
import { type ManyStep, setLastStep } from "./last-step.ts";

type Outcome = BulkOutcome["outcome"];

type Props = {
  kind: ManyStep["kind"];
  /** The selection when the dialog was opened; rows selected later are not included. */
  ids: readonly string[];
  nameOf: (id: string) => string;
  /** Receives the ids that need no further step: changed, or no longer in the list. */
  onClosed: (settled: readonly string[]) => void;
};

export function BulkDialog({ kind, ids: given, nameOf, onClosed }: Props) {
  const t = useTranslations("review-bulk");
  const client = useQueryClient();
  const [ids] = useState(given);
  const [names] = useState(() => new Map(given.map((id) => [id, nameOf(id)])));
  const run = useRef<(ids: readonly string[], signal: AbortSignal) => AsyncIterable<BulkOutcome>>(undefined);
  const versions = useRef(new Map<string, string>());
  const { progress, start, again, stop } = useOutcomes<Outcome>(async function* (ids, signal) {
    for await (const line of run.current?.(ids, signal) ?? []) {
      if (line.version) versions.current.set(line.verification_id, line.version);
      yield line;
    }
  });
  const begin = (chosen: readonly string[], made: typeof run.current) => {
    run.current = made;
    start(chosen);
  };
  const close = () => {
    const settled = progress?.entries.filter(({ outcome }) => outcome === "done" || outcome === "not_found") ?? [];
    const files = [...versions.current].map(([verification_id, version]) => ({ verification_id, version }));
    if (files.length > 0) setLastStep({ kind, files });
    if (settled.length > 0) {
      void client.invalidateQueries({ queryKey: verificationKeys.lists() });
      void client.invalidateQueries({ queryKey: reviewKeys.lanes() });
    }
    onClosed(settled.map(({ id }) => id));
  };
  return (
    <ActionDialog
      title={t(`title.${kind}`, { count: ids.length })}
      about={t(`about.${kind}`)}
      busy={progress?.state === "running"}
      onClosed={close}
    >
      {progress === null ? (
        kind === "accept" ? (
          <AcceptTogetherForm
            ids={ids}
            nameOf={nameOf}
            onStart={(files) =>
              begin(
                files.map(({ verification_id }) => verification_id),
                (asked, signal) =>
                  acceptTogether(
                    files
                      .filter(({ verification_id }) => asked.includes(verification_id))
                      .map(({ verification_id, version }) => ({ verification_id, version })),
                    signal,
                  ),
              )
            }
            onCancel={close}
          />
        ) : (
          <BulkForm
            kind={kind}
            count={ids.length}
            onStart={(change) => begin(ids, (asked, signal) => changeReviews(asked, change, signal))}
            onCancel={close}
          />
        )
      ) : (
        <Results
          progress={progress}
          nameOf={(id) => names.get(id) ?? id}
          onStop={stop}
          onAgain={again}
          onClose={close}
        />
      )}
    </ActionDialog>
  );
}

const OUTCOMES = {
  done: { look: OUTCOME_STYLES.good, there: true },
  not_found: { look: OUTCOME_STYLES.unknown, there: false },
  failed: { look: OUTCOME_STYLES.bad, there: true },
};

type ResultsProps = Omit<ComponentProps<typeof OutcomeResults<Outcome>>, "of" | "outcomes" | "says" | "ended">;

function Results(props: ResultsProps) {
  const { progress } = props;
  const t = useTranslations("review-bulk");
  const why = useErrorWords("review-bulk.why");
  const says = useOutcomeWords("review-bulk", progress, (code) => why(code ?? ""));
  const all = countOf(progress, "done") === progress.entries.length;
  const ended = t(all ? "ended" : "endedWithFailures");
  return <OutcomeResults of="review-bulk" outcomes={OUTCOMES} says={says} ended={ended} {...props} />;
}
