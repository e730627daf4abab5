"use client";

import { useTranslations } from "next-intl";
import { cn } from "#components/ui/cn.ts";
import { CopyButton } from "#components/ui/copy.tsx";
import { holdsCurp } from "#lib/contract/curp-shape.ts";

/** What a request is about, by the names of the interface; null is not stated. */
export type RequestFacts = { verification_id: string; tag: string | null } & Record<
  string,
  string | number | boolean | null
>;

/** What has to be added at the service, a document or what starts a lookup. */
type Added = "document" | "lookup";

type Props = {
  todo: string;
  /** Absent where Cotejo itself can do it, or nobody has to. */
  request?: { facts: RequestFacts; adds: Added };
};

/** What to do, and where only the service's API can do it, the text that asks for it. */
export function WhatToDo({ todo, request }: Props) {
  const t = useTranslations("verification.request");
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <p className="wrap-anywhere">
        <span className="text-muted-foreground">{t("todo")}: </span>
        {todo}
      </p>
      {request && (
        <span className="inline-flex flex-wrap items-center gap-2 print:hidden">
          <CopyButton size="xs" text={() => requestText(t, todo, request)}>
            {t("copy")}
          </CopyButton>
        </span>
      )}
    </div>
  );
}

/** Who does what Cotejo cannot do, and where: once beside all that says what to do. */
export function WhoDoesIt({ className }: { className?: string }) {
  const t = useTranslations("verification.request");
  return <p className={cn("text-muted-foreground text-xs print:hidden", className)}>{t("who")}</p>;
}

type RequestWords = (key: "please" | "todo" | `how.${Added}`) => string;

/**
 * The request for a mail or a ticket: a line for each fact, what to do, and how the service is given what is added
 * (interface, Resources: Item, `file_url` and `upload_url`; Event list, CURP lookups). It leaves the dashboard, so a fact
 * that holds a CURP is left out.
 */
export function requestText(t: RequestWords, todo: string, { facts, adds }: NonNullable<Props["request"]>): string {
  const stated = Object.entries(facts)
    .filter(([, value]) => value !== null && !holdsCurp(String(value)))
    .map(([name, value]) => `${name}: ${String(value).replaceAll(/\s+/g, " ")}`);
  return `${[t("please"), ...stated, `${t("todo")}: ${todo}`, t(`how.${adds}`)].join("\n")}\n`;
}
