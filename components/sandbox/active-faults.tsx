import { TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { useEventWords } from "#components/core/deliveries/event-words.ts";
import { usePassingFocus } from "#components/kit/passing-focus.ts";
import { EmptySection, Section } from "#components/kit/section.tsx";
import type { SandboxFault, SandboxState } from "#lib/edge/contract/sandbox/sandbox-input.ts";
import { api } from "#lib/platform/browser/api.ts";
import { Button } from "@/components/ui/button";
import { Problem, useSandboxAction } from "./entries.tsx";
import { choiceOf, pathChoiceOf } from "./fault-choices.ts";

export function ActiveFaults({ faults, played }: Pick<SandboxState, "faults" | "played">) {
  const t = useTranslations("sandbox.active");
  const list = useRef<HTMLDivElement>(null);
  const endAll = useSandboxAction(() => api("DELETE /api/sandbox/faults"));
  const keepFocus = () => list.current?.focus();
  const all = faults.length > 1 && (
    <Button
      variant="outline"
      size="sm"
      aria-disabled={endAll.isPending}
      onClick={() => endAll.mutate(undefined, { onSuccess: keepFocus })}
    >
      {t("endAll")}
    </Button>
  );
  return (
    <Section id="active-faults" title={t("title")} count={faults.length} aside={all}>
      {/* Receives the focus when the focused fault has been removed. */}
      <div ref={list} tabIndex={-1} className="rounded outline-none">
        <Problem error={endAll.error} />
        {faults.length === 0 && <EmptySection>{t("none")}</EmptySection>}
        <ul className="-my-1 divide-y divide-border empty:hidden">
          {faults.map((fault) => (
            <ActiveFault
              key={fault.id}
              fault={fault}
              tag={played.find(({ verification_id }) => verification_id === fault.verification_id)?.tag}
              focusElsewhere={keepFocus}
            />
          ))}
        </ul>
      </div>
    </Section>
  );
}

type Props = {
  fault: SandboxFault;
  /** Tag of the verification to which the fault is limited, if it is in the list of played verifications. */
  tag: string | undefined;
  focusElsewhere: () => void;
};

function ActiveFault({ fault, tag, focusElsewhere }: Props) {
  const t = useTranslations("sandbox");
  const facts = useFaultWords(fault, tag);
  const row = usePassingFocus<HTMLLIElement>(focusElsewhere);
  const { mutate, isPending, error } = useSandboxAction((fault_id: string) =>
    api("DELETE /api/sandbox/faults/{fault_id}", { params: { fault_id } }),
  );
  const title = t(`fault.${choiceOf(fault)}.title`);
  return (
    <li ref={row} className="flex items-start gap-2.5 py-2.5 text-sm">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-medium" />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{title}</p>
        <p className="wrap-anywhere text-muted-foreground text-xs">{facts}</p>
        <Problem error={error} />
      </div>
      <Button
        variant="outline"
        size="sm"
        aria-label={t("active.endNamed", { name: title })}
        aria-disabled={isPending}
        onClick={() => mutate(fault.id)}
      >
        {t("active.end")}
      </Button>
    </li>
  );
}

/** Words for the remaining count and the limits of a fault. A path that the page does not offer is shown as it is. */
function useFaultWords(fault: SandboxFault, tag: string | undefined): string {
  const t = useTranslations("sandbox.active");
  const paths = useTranslations("sandbox.faults.path");
  const eventWord = useEventWords();
  const { kind, count, met, status, path, event, verification_id } = fault;
  const known = pathChoiceOf(path ?? "");
  const only = [
    path && (known ? paths(known) : path),
    event && (eventWord(event) ?? event),
    verification_id && (tag ?? t("anotherVerification")),
  ];
  const facts = [
    count === null ? t("untilEnded") : t("left", { count }),
    t("met", { count: met }),
    kind === "status" && status && t("status", { status: String(status) }),
    ...only.map((what) => what && t("only", { what })),
  ];
  return facts.filter(Boolean).join(" · ");
}
