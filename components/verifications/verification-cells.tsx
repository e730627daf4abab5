"use client";

import { useFormatter, useNow, useTranslations } from "next-intl";
import { createContext, useContext } from "react";
import { RowLink } from "#components/list/list-row.tsx";
import { Unknown } from "#components/page/documents-meter.tsx";
import { RelativeInstant } from "#components/page/time.tsx";
import { useFindingWords, useWords } from "#components/page/words.tsx";
import { cn } from "#components/ui/cn.ts";
import { shortId } from "#components/ui/copy.tsx";
import { SpriteIcon } from "#components/ui/icon-sprite.tsx";
import type { Part } from "#lib/contract/verifications/incomplete.ts";
import { SEVERITIES, type VerificationSummary } from "#lib/contract/verifications/verification.ts";

type Cell = { row: VerificationSummary };

/**
 * What a file is known by: its title where one is chosen and known, beside it the tag; without a tag its id, whole on hover.
 * On a phone the title has the room of both. A file without a title has what is wrong instead, and the account where there
 * are several.
 */
export const File = ({ row }: Cell) => {
  const { verification_id, tag, title, tax_id, possibly_incomplete } = row;
  const place = title === null ? "truncate font-medium" : "sr-only shrink-0 text-muted-foreground @sm:not-sr-only";
  return (
    <>
      <RowLink className={cn("flex items-baseline gap-2", title === null ? "max-w-3/5 shrink-0" : "min-w-0")}>
        {title !== null && (
          <span title={[title, tax_id].filter(Boolean).join("\n")} className="relative z-1 truncate font-medium">
            {title}
          </span>
        )}
        <span title={verification_id} className={cn("relative z-1", place, tag === null && "font-mono text-xs")}>
          {tag ?? shortId(verification_id)}
        </span>
      </RowLink>
      {tax_id !== null && (
        <span className="sr-only font-mono text-muted-foreground text-xs @[90rem]:not-sr-only">{tax_id}</span>
      )}
      {title === null && <InsteadOfTitle row={row} />}
      {possibly_incomplete.length > 0 && <Incomplete parts={possibly_incomplete} />}
    </>
  );
};

/** Whether the files of the list are of more than one account: else its name would say the same in each row. */
export const SeveralAccounts = createContext(false);

/**
 * What is wrong, the gravest first: a high finding, then why the review is open and which documents need attention, which
 * other cells say aloud, then a lesser finding.
 */
function InsteadOfTitle({ row: { account_name, review, findings, item_types_with_error: types } }: Cell) {
  const several = useContext(SeveralAccounts);
  const reason = useTranslations("review.reason");
  const typeName = useWords("itemType");
  const findingWords = useFindingWords();
  if (several) return account_name === null ? <Unknown /> : <span className={FAINT}>{account_name}</span>;
  const open = review?.state === "open" ? review.reasons : [];
  const finding = findingWords(findings.gravest);
  const others = [
    ...open.filter((one) => one !== "decision" && one !== "item").map((one) => reason(one)),
    ...types.map((type) => typeName(type) ?? type),
  ];
  const words = findings.high > 0 ? [...finding, ...others] : [...others, ...finding];
  if (words.length === 0) return null;
  return (
    <>
      <span aria-hidden title={words.join("\n")} className={FAINT}>
        {words.join(" · ")}
      </span>
      {finding.length > 0 && <span className="sr-only">{finding}</span>}
    </>
  );
}

const FAINT = "min-w-0 truncate text-muted-foreground";

/** Events may be missing: of what, on hover and to screen readers. */
function Incomplete({ parts }: { parts: Part[] }) {
  const t = useTranslations("verification.incomplete");
  const text = t("ofParts", { parts: parts.map((part) => t(`part.${part}`)).join(", ") });
  return (
    <span title={text} className="shrink-0">
      <SpriteIcon name="incomplete" className="size-3.5 text-medium" />
      <span className="sr-only">{text}</span>
    </span>
  );
}

const TONE = { high: "font-medium text-high", medium: "font-medium text-medium", low: "font-medium text-low" };

/**
 * Findings by severity. None of a severity is faint; no run known is a dash, which does not mean none. Those of a run that
 * is not final are underlined with dashes, with its kind in words where there is room; when it was computed is on hover.
 */
export function Findings({ row: { findings } }: Cell) {
  const t = useTranslations("verification.severity");
  const run = useTranslations("verifications.table.run");
  const format = useFormatter();
  const { source, computed_at } = findings;
  const counted = SEVERITIES.some((severity) => findings[severity] > 0);
  if (computed_at === null && source === null && !counted) return <Unknown />;
  const kind = source === "final" || source === "provisional" ? source : "other";
  const at = computed_at && format.dateTime(new Date(computed_at), { dateStyle: "medium", timeStyle: "long" });
  const about = run(`about.${kind}`);
  return (
    <>
      <span
        aria-hidden
        title={[about, ...(at ? [at] : [])].join(" · ")}
        className="findings-counts"
        data-final={kind === "final" || undefined}
      >
        {SEVERITIES.map((severity) => (
          <span key={severity} className={findings[severity] > 0 ? TONE[severity] : undefined}>
            <SpriteIcon name={severity} />
            {findings[severity]}
          </span>
        ))}
        {kind !== "final" && <em>{run(kind)}</em>}
      </span>
      <span className="sr-only">
        {[...SEVERITIES.map((severity) => `${findings[severity]} ${t(severity)}`), about].join(", ")}
      </span>
    </>
  );
}

/**
 * Items known, and how many of them need attention, of which types on hover. Items are known from events alone, so none is
 * 'not known'.
 */
export function Items({ row: { items_total: total, items_with_error: failed, item_types_with_error: types } }: Cell) {
  const t = useTranslations("verifications.table");
  const typeName = useWords("itemType");
  const names = types.map((type) => typeName(type) ?? type);
  if (total === 0) {
    return (
      <span className="hidden @[60rem]:inline">
        <Unknown />
      </span>
    );
  }
  return (
    <>
      <span className="sr-only @[60rem]:not-sr-only">
        <span aria-hidden>{total}</span>
        <span className="sr-only">{t("itemsCount", { count: total })}</span>
      </span>
      {failed > 0 && (
        <>
          <span
            aria-hidden
            title={names.join("\n")}
            className="inline-flex items-center gap-0.5 font-medium text-failed"
          >
            <span className="hidden font-normal text-muted-foreground @[60rem]:inline">·&nbsp;</span>
            {failed}
            <SpriteIcon name="x" className="size-3.5" />
          </span>
          <span className="sr-only">{[t("itemsFailed", { count: failed }), ...names].join(", ")}</span>
        </>
      )}
    </>
  );
}

/** The names of the labels assigned now: the first in full, the others counted, all of them on hover and to screen readers. */
export function Labels({ row: { label_names: labels } }: Cell) {
  const t = useTranslations("verifications.table");
  const [first, ...others] = labels;
  if (first === undefined) return <span className="sr-only">{t("noLabels")}</span>;
  return (
    <>
      <span aria-hidden title={labels.join("\n")} className="label">
        {first}
      </span>
      {others.length > 0 && (
        <span aria-hidden title={labels.join("\n")} className="shrink-0 text-muted-foreground text-xs">
          +{others.length}
        </span>
      )}
      <span className="sr-only">{labels.join(", ")}</span>
    </>
  );
}

/** The day on which a verification was created, in the reader's zone, with the exact instant on hover. */
export function Created({ row: { created_at: at, created_at_text: text } }: Cell) {
  const format = useFormatter();
  const now = useNow();
  if (at === null) return text === null ? <Unknown /> : <CreatedAs text={text} />;
  const date = new Date(at);
  const year = (moment: Date) => format.dateTime(moment, { year: "numeric" });
  return (
    <time dateTime={at} title={format.dateTime(date, { dateStyle: "long", timeStyle: "long" })}>
      {format.dateTime(date, {
        day: "numeric",
        month: "short",
        ...(year(date) === year(now) ? {} : { year: "2-digit" as const }),
      })}
    </time>
  );
}

/** A time of creation that could not be read, as it is written. */
function CreatedAs({ text }: { text: string }) {
  const t = useTranslations("verification.time");
  const quoted = t("quoted", { text });
  return <span title={quoted}>{quoted}</span>;
}

export const Activity = ({ row: { last_activity_at: at } }: Cell) =>
  at === null ? <Unknown /> : <RelativeInstant at={at} />;
