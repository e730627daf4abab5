import { ArrowRight, Minus, Plus } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { FactLine } from "#components/kit/fact.tsx";
import { useCodeWords, useOpenWords } from "#components/kit/words.tsx";
import { useMessageName } from "#components/outbound/channels/message-name.ts";
import { type Change, fieldChanges } from "#lib/platform/contract/audit/changes.ts";
import type { AuditRow } from "#lib/records/contract/audit/trail.ts";

/** The values before and after: one line per changed field, added values in one line. */
export function Changes({ before, after }: Pick<AuditRow, "before" | "after">) {
  const t = useTranslations("audit.list");
  const messageName = useMessageName();
  const words = useOpenWords("audit.field");
  const policy = useOpenWords("review-policy.field");
  // The field of a threshold is the kind of its alert.
  const nameOf = (field: string) => words(field) ?? policy(field) ?? messageName(field);
  const changes = fieldChanges(before, after);
  const added = changes.filter((change) => change.kind === "added");
  const different = changes.filter((change) => change.kind !== "added");
  return (
    <>
      {added.length > 0 && (
        <dl aria-label={t("told")} className="flex flex-wrap gap-x-4 gap-y-0.5 text-xs">
          {added.map(({ field, value }) => (
            <div key={field} className="flex min-w-0 gap-x-1.5">
              <FactLine name={nameOf(field)}>
                <Value value={value} />
              </FactLine>
            </div>
          ))}
        </dl>
      )}
      {different.length > 0 && (
        <dl
          aria-label={t("changes")}
          className="grid w-fit max-w-full grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 rounded-md bg-muted/60 px-2.5 py-1.5 text-xs"
        >
          {different.map((change) => (
            <div key={change.field} className="contents">
              <FactLine name={nameOf(change.field)}>
                <Difference change={change} />
              </FactLine>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}

type ChangeOfKind<Kind extends Change["kind"]> = Extract<Change, { kind: Kind }>;

function Difference({ change }: { change: Change }) {
  if (change.kind === "list") return <ListChange {...change} />;
  if (change.kind === "changed") return <ValueChange {...change} />;
  return <Gone value={change.value} />;
}

function ValueChange({ before, after }: ChangeOfKind<"changed">) {
  const t = useTranslations("audit.list");
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-1.5">
      <Gone value={before} />
      <ArrowRight aria-hidden className="size-3 shrink-0 self-center text-muted-foreground" />
      <span className="sr-only">{t("becomes")} </span>
      <ins className="font-medium no-underline">
        <Value value={after} />
      </ins>
    </span>
  );
}

function Gone({ value }: { value: unknown }) {
  const t = useTranslations("audit.list");
  return (
    <>
      <span className="sr-only">{t("was")} </span>
      <del className="text-muted-foreground">
        <Value value={value} />
      </del>
    </>
  );
}

function ListChange({ added, removed }: ChangeOfKind<"list">) {
  const t = useTranslations("audit.list");
  const messageName = useMessageName();
  return (
    <ul className="space-y-0.5">
      {added.map((one) => (
        <li key={one} className="flex items-baseline gap-1.5">
          <Plus aria-hidden className="size-3 shrink-0 self-center text-done" />
          <span className="sr-only">{t("added")} </span>
          <ins className="font-mono no-underline">{messageName(one)}</ins>
        </li>
      ))}
      {removed.map((one) => (
        <li key={one} className="flex items-baseline gap-1.5">
          <Minus aria-hidden className="size-3 shrink-0 self-center text-failed" />
          <span className="sr-only">{t("removed")} </span>
          <del className="font-mono text-muted-foreground no-underline">{messageName(one)}</del>
        </li>
      ))}
    </ul>
  );
}

/** The translation of a value; a value without a translation is shown unchanged. */
function Value({ value }: { value: unknown }) {
  const t = useTranslations("audit.value");
  const word = useCodeWords("audit.value");
  const format = useFormatter();
  const messageName = useMessageName();
  if (value === null || value === "") return <span className="text-muted-foreground">{t("none")}</span>;
  if (typeof value === "boolean") return t(value ? "yes" : "no");
  if (typeof value === "number") return <span className="tabular-nums">{format.number(value)}</span>;
  const wordOf = (one: string) => word(messageName(one));
  if (Array.isArray(value)) return value.length === 0 ? t("none") : value.map((one) => wordOf(String(one))).join(", ");
  return typeof value === "string" ? word(value) : JSON.stringify(value);
}
