"use client";

import { useTranslations } from "next-intl";
import { holdsCurp } from "#lib/contract/curp-shape.ts";
import { cn } from "@/components/ui/cn";
import { CopyButton } from "./copy.tsx";

/** The facts of a request, by the names of the interface; null is not stated. */
export type RequestFacts = { verification_id: string; tag: string | null } & Record<
  string,
  string | number | boolean | null
>;

/** The addition that is needed at the service: a document, or the start of a lookup. */
type Added = "document" | "lookup";

/** The next step of the user or of others. */
export function WhatToDo({ todo }: { todo: string }) {
  const t = useTranslations("verification.request");
  return (
    <p className="wrap-anywhere">
      <span className="text-muted-foreground">{t("todo")}: </span>
      {todo}
    </p>
  );
}

type RequestProps = { todo: string; facts: RequestFacts; adds: Added };

/** Copies the text that asks for what only the service's API can do. */
export function CopyRequest(request: RequestProps) {
  const t = useTranslations("verification.request");
  return (
    <span className="inline-flex flex-wrap items-center gap-2 print:hidden">
      <CopyButton size="xs" text={() => requestText(t, request)}>
        {t("copy")}
      </CopyButton>
    </span>
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
export function requestText(t: RequestWords, { todo, facts, adds }: RequestProps): string {
  const stated = Object.entries(facts)
    .filter(([, value]) => value !== null && !holdsCurp(String(value)))
    .map(([name, value]) => `${name}: ${String(value).replaceAll(/\s+/g, " ")}`);
  return `${[t("please"), ...stated, `${t("todo")}: ${todo}`, t(`how.${adds}`)].join("\n")}\n`;
}
