"use client";

import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { BackLink } from "#components/kit/back-link.tsx";
import { usePageCrumb } from "#components/kit/crumbs.ts";
import { useCurrentUser } from "#components/kit/current-user.tsx";
import { PageHeader } from "#components/kit/page-header.tsx";
import { Section } from "#components/kit/section.tsx";
import type { DayOrder, ImportRow } from "#lib/statements/contract/import-input.ts";
import { Button } from "@/components/ui/button";
import { ColumnsSection } from "./columns-section.tsx";
import { ResultSection } from "./result-section.tsx";
import { isRefused, RowGroups } from "./row-groups.tsx";
import { SendingProgress } from "./sending-progress.tsx";
import { dayWithoutOrder, FIELDS, importRows, recognised, type Sheet } from "./sheet.ts";
import { SheetSection } from "./sheet-section.tsx";
import { type Sending, useSending } from "./use-sending.ts";

/** Imports dates from a spreadsheet in four steps: the file, its columns, a preview that stores nothing, and the import. */
export function ImportView() {
  const t = useTranslations("dates-import");
  usePageCrumb(t("title"));
  const [sheet, setSheet] = useState<Sheet | null>(null);
  return (
    <div className="max-w-5xl space-y-5">
      <PageHeader title={t("title")} lede={t("lede")} back={<BackLink href="/verifications">{t("back")}</BackLink>} />
      <SheetSection sheet={sheet} onSheet={setSheet} />
      {sheet && <Steps key={sheet.id} sheet={sheet} onAnother={() => setSheet(null)} />}
    </div>
  );
}

function Steps({ sheet, onAnother }: { sheet: Sheet; onAnother: () => void }) {
  const t = useTranslations("dates-import.preview");
  // Only a decider states yearly checks.
  const checks = useCurrentUser().may("reviews.decide");
  const fields = FIELDS.filter((field) => checks || field !== "last_check");
  const [columns, setColumns] = useState(() => recognised(sheet.header, fields));
  const [order, setOrder] = useState<DayOrder | null>(null);
  const preview = useSending();
  const stored = useSending();
  const read = useMemo(() => importRows(sheet, columns), [sheet, columns]);
  const day = useMemo(() => dayWithoutOrder(read.rows), [read]);
  const request = { source: sheet.name.slice(-120), import_id: sheet.id, day_order: order ?? undefined };
  const known = [...(preview.sending?.answers ?? []), ...read.refused];
  const isDone = preview.sending?.state === "done";
  const fresh = new Set(
    known.filter(({ outcome }) => outcome === "new" || outcome === "differs").map(({ row }) => row),
  );
  const importable = read.rows.filter(({ row }) => fresh.has(row));
  const store = (rows: readonly ImportRow[], before?: Sending["answers"]) =>
    void stored.send({ ...request, dry_run: false }, rows, before);
  const show = (before?: Sending["answers"]) => void preview.send({ ...request, dry_run: true }, read.rows, before);
  if (stored.sending) {
    const { rows, answers } = stored.sending;
    return (
      <ResultSection
        sheet={sheet}
        columns={columns}
        sending={stored.sending}
        refused={known.filter(isRefused)}
        onStop={stored.stop}
        onAgain={() => store(rows, answers)}
        onAnother={onAnother}
      />
    );
  }
  return (
    <>
      <ColumnsSection
        sheet={sheet}
        fields={fields}
        columns={columns}
        onColumns={(next) => {
          setColumns(next);
          preview.clear();
        }}
        day={day}
        order={order}
        onOrder={(next) => {
          setOrder(next);
          preview.clear();
        }}
        rows={read.rows.length + read.refused.length}
        onPreview={() => show()}
      />
      {preview.sending && (
        <Section id="preview" title={t("title")}>
          <div className="space-y-4">
            <SendingProgress
              of="preview"
              sending={preview.sending}
              ended={t("ended", { count: importable.length })}
              onStop={preview.stop}
              onAgain={() => show(preview.sending?.answers)}
            />
            {isDone && <RowGroups rows={known} sheet={sheet} columns={columns} />}
            {isDone && importable.length > 0 && (
              <Button onClick={() => store(importable)}>{t("import", { count: importable.length })}</Button>
            )}
          </div>
        </Section>
      )}
    </>
  );
}
