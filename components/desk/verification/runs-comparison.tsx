import { CircleMinus, CirclePlus, Equal, type LucideIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { Announced } from "#components/kit/announced.tsx";
import { Folded, MAX_UNGROUPED } from "#components/kit/folded.tsx";
import { withKeys } from "#components/kit/with-keys.ts";
import type { Finding, FindingsRun } from "#lib/core/contract/verifications/verification.ts";
import { cn } from "@/components/ui/cn";
import { Label } from "@/components/ui/label";
import { NativeSelect, NativeSelectOption } from "@/components/ui/native-select";
import { FindingsList, useRunName } from "./findings-run.tsx";

/** The changes between two runs: initially the current one and the previous one. */
export function RunsComparison({ runs }: { runs: FindingsRun[] }) {
  const t = useTranslations("verification.findings.compare");
  const named = withKeys(runs, (run) => [run.run_id, run.computed_at, run.found_by]);
  const [chosen, setChosen] = useState<{ before: string | null; after: string | null }>({ before: null, after: null });
  // A chosen run stays chosen when newer runs arrive; without a choice, the newest runs are compared.
  const pick = (key: string | null, index: number) => named.find((entry) => entry.key === key) ?? named[index];
  const before = pick(chosen.before, 1);
  const after = pick(chosen.after, 0);
  if (!before || !after) return null;
  const { added, gone, same } = compareRuns(before.item.items, after.item.items);
  return (
    <Folded
      later={added.length + gone.length + same.length > MAX_UNGROUPED}
      className="mt-4 border-border border-t pt-3"
      summaryClass="text-sm"
      summary={
        <span>
          {t("title")}{" "}
          <span className="text-muted-foreground">
            {added.length + gone.length === 0
              ? t("none")
              : t("counts", { added: added.length, gone: gone.length, same: same.length })}
          </span>
        </span>
      }
    >
      <div className="mt-3 grid gap-x-3 gap-y-2 sm:grid-cols-[auto_minmax(0,1fr)]">
        <RunChoice
          label={t("before")}
          runs={named}
          value={before.key}
          onChange={(key) => setChosen({ ...chosen, before: key })}
        />
        <RunChoice
          label={t("after")}
          runs={named}
          value={after.key}
          onChange={(key) => setChosen({ ...chosen, after: key })}
        />
      </div>
      <Announced className="sr-only">
        {(chosen.before ?? chosen.after) !== null &&
          t("counts", { added: added.length, gone: gone.length, same: same.length })}
      </Announced>
      <div className="mt-4 space-y-4">
        <Part icon={CirclePlus} title={t("added", { count: added.length })} items={added} />
        <Part icon={CircleMinus} title={t("gone", { count: gone.length })} items={gone} />
        <Part icon={Equal} title={t("same", { count: same.length })} items={same} />
      </div>
    </Folded>
  );
}

type ChoiceProps = {
  label: string;
  runs: { key: string; item: FindingsRun }[];
  value: string;
  onChange: (key: string) => void;
};

function RunChoice({ label, runs, value, onChange }: ChoiceProps) {
  const id = useId();
  const name = useRunName();
  // A printed page shows the name instead of a menu.
  const shown = runs.find((run) => run.key === value)?.item;
  return (
    <div className="items-center sm:col-span-2 sm:grid sm:grid-cols-subgrid">
      <Label htmlFor={id} className="mb-1 font-normal text-muted-foreground text-xs sm:mb-0">
        {label}
      </Label>
      <div className="min-w-0 print:hidden">
        <NativeSelect
          id={id}
          size="sm"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className="w-full"
        >
          {runs.map(({ key, item }) => (
            <NativeSelectOption key={key} value={key}>
              {name(item)}
            </NativeSelectOption>
          ))}
        </NativeSelect>
      </div>
      {shown && (
        <p aria-hidden className="wrap-anywhere hidden text-xs print:block">
          {name(shown)}
        </p>
      )}
    </div>
  );
}

function Part({ icon: Icon, title, items }: { icon: LucideIcon; title: string; items: Finding[] }) {
  return (
    <section aria-label={title}>
      <h3
        className={cn(
          "flex items-center gap-1.5 font-semibold text-[0.8125rem]",
          items.length > 0 ? "mb-2" : "text-muted-foreground",
        )}
      >
        <Icon aria-hidden className="size-3.5 shrink-0" />
        <span>{title}</span>
      </h3>
      {items.length > 0 && <FindingsList items={items} level="h4" />}
    </section>
  );
}

type RunsCompared = {
  /** In the later run only, in its order. */
  added: Finding[];
  /** In the earlier run only, in its order. */
  gone: Finding[];
  /** Findings in both runs, as in the later one. */
  same: Finding[];
};

const named = (finding: Finding): string =>
  JSON.stringify([finding.severity, finding.message, finding.missing_field ?? null]);

/**
 * Compares the findings of two runs. Findings have no ids: those with equal fields are the same, so a rephrased finding
 * is removed and added. Duplicates count one by one.
 */
export function compareRuns(before: readonly Finding[], after: readonly Finding[]): RunsCompared {
  const left = new Map<string, number>();
  for (const finding of before) left.set(named(finding), (left.get(named(finding)) ?? 0) + 1);
  const take = (finding: Finding): boolean => {
    const count = left.get(named(finding)) ?? 0;
    if (count > 0) left.set(named(finding), count - 1);
    return count > 0;
  };
  const added: Finding[] = [];
  const same: Finding[] = [];
  for (const finding of after) (take(finding) ? same : added).push(finding);
  return { added, gone: before.filter(take), same };
}
