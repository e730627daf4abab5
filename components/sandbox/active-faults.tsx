"use client";

import { TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { Fragment, useLayoutEffect, useRef } from "react";
import { EmptySection, Section } from "#components/page/section.tsx";
import { useWords } from "#components/page/words.tsx";
import { endFault, endFaults } from "#lib/browser/sandbox.ts";
import type { SandboxFault, SandboxState } from "#lib/contract/sandbox/sandbox.ts";
import { Button } from "@/components/ui/button";
import { choiceOf, pathChoiceOf } from "./fault-choices.ts";
import { Problem, useSandboxAction } from "./sandbox-action.tsx";

/** The faults that are active now. */
export function ActiveFaults({ faults, played }: Pick<SandboxState, "faults" | "played">) {
  const t = useTranslations("sandbox.active");
  const list = useRef<HTMLDivElement>(null);
  const endAll = useSandboxAction(() => endFaults());
  const keepFocus = () => list.current?.focus();
  return (
    <Section
      id="active-faults"
      title={t("title")}
      count={faults.length}
      aside={
        faults.length > 1 && (
          <Button
            variant="outline"
            size="sm"
            onClick={() => endAll.mutate(undefined, { onSuccess: keepFocus })}
            aria-disabled={endAll.isPending}
          >
            {t("endAll")}
          </Button>
        )
      }
    >
      {/* Takes the focus over when the fault that had it is gone. */}
      <div ref={list} tabIndex={-1} className="rounded outline-none">
        <Problem error={endAll.error} />
        {faults.length === 0 ? (
          <EmptySection>{t("none")}</EmptySection>
        ) : (
          <ul className="-my-1 divide-y divide-border">
            {faults.map((fault) => (
              <ActiveFault
                key={fault.id}
                fault={fault}
                tag={played.find(({ verification_id }) => verification_id === fault.verification_id)?.tag}
                focusElsewhere={keepFocus}
              />
            ))}
          </ul>
        )}
      </div>
    </Section>
  );
}

type Props = {
  fault: SandboxFault;
  /** Of the verification that it is limited to, where that is among those played. */
  tag: string | undefined;
  focusElsewhere: () => void;
};

/** One active fault, what is left of it, and its end. */
function ActiveFault({ fault, tag, focusElsewhere }: Props) {
  const t = useTranslations("sandbox");
  const row = useRef<HTMLLIElement>(null);
  const { mutate, isPending, error } = useSandboxAction(endFault);
  const title = t(`fault.${choiceOf(fault)}.title`);
  const facts = [
    fault.count === null ? t("active.untilEnded") : t("active.left", { count: fault.count }),
    t("active.met", { count: fault.met }),
    ...useLimits(fault, tag),
  ];
  useLayoutEffect(() => {
    const { current } = row;
    return () => {
      if (current?.contains(document.activeElement)) focusElsewhere();
    };
  }, [focusElsewhere]);
  return (
    <li ref={row} className="flex items-start gap-2.5 py-2.5 text-sm">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-medium" />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{title}</p>
        <p className="wrap-anywhere text-muted-foreground text-xs">
          {facts.map((part, index) => (
            <Fragment key={part}>
              {index > 0 && " · "}
              <span className="inline-block max-w-full">{part}</span>
            </Fragment>
          ))}
        </p>
        <Problem error={error} />
      </div>
      <Button
        variant="outline"
        size="sm"
        aria-label={t("active.endNamed", { name: title })}
        aria-disabled={isPending}
        onClick={() => !isPending && mutate(fault.id)}
      >
        {t("active.end")}
      </Button>
    </li>
  );
}

/** The limits of a fault in words; a path that the page does not offer is shown as it is. */
function useLimits({ kind, status, path, event, verification_id }: SandboxFault, tag: string | undefined): string[] {
  const t = useTranslations("sandbox");
  const eventWord = useWords("eventName");
  const only = (what: string) => t("active.only", { what });
  const known = path === undefined ? null : pathChoiceOf(path);
  return [
    ...(kind === "status" && status ? [t("active.status", { status: String(status) })] : []),
    ...(path === undefined ? [] : [only(known ? t(`faults.path.${known}`) : path)]),
    ...(event === undefined ? [] : [only(eventWord(event.replaceAll(".", "_")) ?? event)]),
    ...(verification_id === undefined ? [] : [only(tag ?? t("active.anotherVerification"))]),
  ];
}
