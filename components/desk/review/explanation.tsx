import { useTranslations } from "next-intl";
import { use, useEffect, useRef, useState } from "react";
import { useCurrentUser } from "#components/kit/current-user.tsx";
import { ExactInstant } from "#components/kit/time.tsx";
import { withKeys } from "#components/kit/with-keys.ts";
import type { Finding } from "#lib/core/contract/verifications/verification.ts";
import { explanationOf } from "#lib/desk/contract/review/explanations.ts";
import { Button } from "@/components/ui/button";
import { Collapsible, CollapsibleContent, CollapsibleTrigger } from "@/components/ui/collapsible";
import { ExplanationForm } from "./explanation-form.tsx";
import { Explanations, useExplanations } from "./use-explanations.ts";

type Props = {
  finding: Finding;
  /** The saved text; null after a deletion. */
  onSaved?: (text: string | null) => void;
};

/** The explanation of a finding; deciders write and edit it in place. */
export function Explanation({ finding, onSaved }: Props) {
  const t = useTranslations("review-file.explanation");
  const writes = useCurrentUser().may("reviews.decide");
  const known = use(Explanations);
  const explanation = useExplanation(finding);
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<"new" | "editing" | "left">("new");
  useEffect(() => {
    // The button or field with the focus was removed.
    if (state === "left") place.current?.querySelector("button")?.focus();
  }, [state]);
  if (!known || !(explanation || writes)) return null;
  return (
    <div ref={place} className={explanation || state === "editing" ? "mt-1 space-y-1" : "print:hidden"}>
      <Explained finding={finding} />
      {writes && state !== "editing" && (
        <Button
          variant="ghost"
          size="xs"
          className="-ml-2 text-muted-foreground print:hidden"
          aria-label={t(explanation ? "changeOf" : "explainOf", { message: finding.message.trim() })}
          onClick={() => setState("editing")}
        >
          {t(explanation ? "change" : "explain")}
        </Button>
      )}
      {state === "editing" && (
        <ExplanationForm
          verificationId={known.verification_id}
          finding={finding}
          explanation={explanation}
          onLeft={() => setState("left")}
          onSaved={onSaved}
        />
      )}
    </div>
  );
}

type ListProps = { findings: readonly Finding[]; onSaved: (finding: Finding, text: string | null) => void };

/** Explains findings within the form of a decision: folded, so that typing and Tab reach the reason first. */
export function ExplainFindings({ findings, onSaved }: ListProps) {
  const t = useTranslations("review-actions.decide");
  if (findings.length === 0) return null;
  return (
    <Collapsible className="text-sm">
      <CollapsibleTrigger className="w-fit rounded text-muted-foreground">{t("explain")}</CollapsibleTrigger>
      <CollapsibleContent>
        <ul className="space-y-2 pt-2">
          {withKeys(findings, ({ message, missing_field }) => [message, missing_field]).map(({ key, item }) => (
            <li key={key} className="border-border border-l-2 pl-2">
              <p lang="es" translate="no" className="wrap-anywhere text-muted-foreground">
                {item.message}
              </p>
              <Explanation finding={item} onSaved={(text) => onSaved(item, text)} />
            </li>
          ))}
        </ul>
      </CollapsibleContent>
    </Collapsible>
  );
}

/** The saved explanation of a finding; nothing without one. */
export function Explained({ finding }: Pick<Props, "finding">) {
  const t = useTranslations("review-file.explanation");
  const explanation = useExplanation(finding);
  if (!explanation) return null;
  return (
    <p className="wrap-anywhere border-border border-l-2 pl-2 text-muted-foreground text-xs">
      <span className="whitespace-pre-line text-foreground">{t("explained", { text: explanation.text })}</span>{" "}
      {t.rich("by", { name: explanation.user.name, at: () => <ExactInstant at={explanation.at} /> })}
    </p>
  );
}

const useExplanation = (finding: Finding) => explanationOf(finding, useExplanations());
