import { useTranslations } from "next-intl";
import { holdsCurp } from "#lib/platform/contract/curp-shape.ts";
import { cn } from "@/components/ui/cn";
import { CopyButton } from "./copy.tsx";

/** The facts of a request, by the names of the interface; null facts are left out. */
export type RequestFacts = { verification_id: string; tag: string | null } & Record<
  string,
  string | number | boolean | null
>;

/** The missing addition at the service: a document, or the start of a lookup. */
type MissingAddition = "document" | "lookup";

export function WhatToDo({ todo }: { todo: string }) {
  const t = useTranslations("verification.request");
  return (
    <p className="wrap-anywhere">
      <span className="text-muted-foreground">{t("todo")}: </span>
      {todo}
    </p>
  );
}

type RequestProps = { todo: string; facts: RequestFacts; adds: MissingAddition };

/** Copies a request for a change that only the API of the service can make. */
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

/** The teams that make changes outside Cotejo, shown once beside the instructions. */
export function ResponsibleTeams({ className }: { className?: string }) {
  const t = useTranslations("verification.request");
  return <p className={cn("text-muted-foreground text-xs print:hidden", className)}>{t("who")}</p>;
}

type RequestWords = (key: "please" | "todo" | `how.${MissingAddition}`) => string;

/**
 * The text of a request by mail or ticket: a line for each fact, the steps, and how the service receives added files or
 * people (interface, Resources: Item, `file_url` and `upload_url`; Event list, CURP lookups). The text leaves the
 * dashboard: a fact with a CURP is left out.
 */
export function requestText(t: RequestWords, { todo, facts, adds }: RequestProps): string {
  const stated = Object.entries(facts)
    .filter(([, value]) => value !== null && !holdsCurp(String(value)))
    .map(([name, value]) => `${name}: ${String(value).replaceAll(/\s+/g, " ")}`);
  return `${[t("please"), ...stated, `${t("todo")}: ${todo}`, t(`how.${adds}`)].join("\n")}\n`;
}
