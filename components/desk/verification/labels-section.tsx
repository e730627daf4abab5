import { Tag } from "lucide-react";
import { useTranslations } from "next-intl";
import { Code } from "#components/kit/code.tsx";
import { EmptySection, Section } from "#components/kit/section.tsx";
import { StatedInstant } from "#components/kit/time.tsx";
import { withKeys } from "#components/kit/with-keys.ts";
import type { LabelHistoryEntry, VerificationLabel } from "#lib/core/contract/verifications/verification.ts";
import { shownText } from "#lib/platform/contract/text.ts";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";

export function LabelsSection({ labels }: { labels: VerificationLabel[] }) {
  const t = useTranslations("verification.labels");
  const assigned = labels.filter((label) => label.removed_at === null);
  const removed = labels.filter((label) => label.removed_at !== null);
  return (
    <Section id="labels" title={t("title")} count={labels.length > 0 ? assigned.length : undefined}>
      {assigned.length > 0 ? (
        <LabelList labels={assigned} />
      ) : (
        <EmptySection>{t(removed.length > 0 ? "noneAssigned" : "empty")}</EmptySection>
      )}
      {removed.length > 0 && (
        <div className="mt-4 border-border border-t pt-3">
          <h3 className="mb-2 text-muted-foreground text-xs">{t("removedTitle")}</h3>
          <LabelList labels={removed} />
        </div>
      )}
    </Section>
  );
}

const LabelList = ({ labels }: { labels: VerificationLabel[] }) => (
  <ul className="space-y-3">
    {labels.map((label) => (
      <LabelEntry key={label.label} label={label} />
    ))}
  </ul>
);

function LabelEntry({ label }: { label: VerificationLabel }) {
  const t = useTranslations("verification.labels");
  const { added_at, removed_at } = label;
  const textOf = (kind: LabelHistoryEntry["kind"]) =>
    label.history.findLast((entry) => entry.kind === kind)?.at_text ?? null;
  return (
    <li className="text-sm">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Badge
          variant="outline"
          className={cn(
            "min-w-0 shrink gap-1.5 whitespace-normal px-2 py-0.5 text-sm [&>svg]:size-3.5",
            removed_at === null ? "bg-muted" : "border-dashed font-normal text-muted-foreground",
          )}
        >
          <Tag aria-hidden className="shrink-0" />
          <span translate="no" className="wrap-anywhere min-w-0">
            {label.display_name ?? shownText(label.label)}
          </span>
        </Badge>
        {label.category !== null && (
          <span className="wrap-anywhere text-muted-foreground text-xs">
            {t("category", { category: label.category })}
          </span>
        )}
      </div>
      {label.comment !== null && <p className="wrap-anywhere mt-1 whitespace-pre-line">{label.comment}</p>}
      <p className="mt-0.5 text-muted-foreground text-xs">
        {added_at !== null && (
          <span>{t.rich("added", { at: () => <StatedInstant at={added_at} text={textOf("added")} /> })}</span>
        )}
        {added_at !== null && removed_at !== null && <span> · </span>}
        {removed_at !== null && (
          <span>{t.rich("removed", { at: () => <StatedInstant at={removed_at} text={textOf("removed")} /> })}</span>
        )}
      </p>
      <LabelDetails label={label} />
    </li>
  );
}

/** The code of a label that has a name, and its history, oldest first. The entry itself already shows a single assignment. */
function LabelDetails({ label: { label, display_name, history } }: { label: VerificationLabel }) {
  const t = useTranslations("verification.labels");
  const steps = history.length > 1 ? labelSteps(history) : [];
  if (display_name === null && steps.length === 0) return null;
  return (
    <details className="mt-1 text-xs">
      <summary className="w-fit rounded text-muted-foreground">
        {steps.length > 0 ? t("history", { count: steps.length }) : t("details")}
      </summary>
      {display_name !== null && <Code className="mt-1.5 block">{shownText(label)}</Code>}
      {steps.length > 0 && (
        <ol className="mt-1.5 space-y-1">
          {withKeys(steps, (step) => [step.at, step.kind, step.comment]).map(({ key, item }) => (
            <Step key={key} step={item} />
          ))}
        </ol>
      )}
    </details>
  );
}

function Step({ step }: { step: LabelStep }) {
  const t = useTranslations("verification.labels");
  const comment = (text: string | null) => (text === null ? t("noComment") : t("quoted", { text }));
  return (
    <li className="wrap-anywhere flex flex-wrap gap-x-2">
      <StatedInstant at={step.at} text={step.at_text} className="w-32 shrink-0 text-muted-foreground tabular-nums" />
      <span className="min-w-0 whitespace-pre-line">
        <span>{t(`step.${step.kind}`)}</span>
        {step.kind === "commentChanged" ? (
          <span>{t("changed", { before: comment(step.before), after: comment(step.comment) })}</span>
        ) : (
          step.comment !== null && <span> · {comment(step.comment)}</span>
        )}
      </span>
    </li>
  );
}

type LabelStep = {
  kind: "assigned" | "assignedAgain" | "commentChanged" | "removed";
  at: string;
  at_text: string | null;
  /** The new comment; for a removal, the last comment. */
  comment: string | null;
  before: string | null;
};

/** The two events of a comment update have nearly the same time; users need longer to remove and assign a label again. */
const SAME_UPDATE_MS = 1_000;

/**
 * The changes of a label, oldest first. A removal and an immediate assignment with another comment are one changed
 * comment (interface, event rule 1: the payloads have no id that connects them). So is the assignment of an assigned
 * label with another comment.
 */
export function labelSteps(history: readonly LabelHistoryEntry[]): LabelStep[] {
  const steps: LabelStep[] = [];
  for (const { kind, ...stated } of history) {
    const last = steps.at(-1);
    if (kind === "removed") steps.push({ kind: "removed", ...stated, before: null });
    else if (!last) steps.push({ kind: "assigned", ...stated, before: null });
    else {
      const atOnce = last.kind !== "removed" || Date.parse(stated.at) - Date.parse(last.at) <= SAME_UPDATE_MS;
      if (!atOnce || last.comment === stated.comment) steps.push({ kind: "assignedAgain", ...stated, before: null });
      else {
        if (last.kind === "removed") steps.pop();
        steps.push({ kind: "commentChanged", ...stated, before: last.comment });
      }
    }
  }
  return steps;
}
