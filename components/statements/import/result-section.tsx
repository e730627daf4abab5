import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { Announced } from "#components/kit/announced.tsx";
import { saveFile } from "#components/kit/save-file.ts";
import { Section } from "#components/kit/section.tsx";
import { ActionFailure } from "#components/kit/words.tsx";
import { api } from "#lib/platform/browser/api.ts";
import { BYTE_ORDER_MARK, csvLine } from "#lib/platform/contract/csv.ts";
import type { ImportedRow } from "#lib/statements/contract/import.ts";
import { Button } from "@/components/ui/button";
import { isRefused, RowGroups, useCauseWords, useCellText } from "./row-groups.tsx";
import { SendingProgress } from "./sending-progress.tsx";
import type { Columns, Sheet } from "./sheet.ts";
import type { Sending } from "./use-sending.ts";

type Props = {
  sheet: Sheet;
  columns: Columns;
  sending: Sending;
  /** Rows that the preview refused, which were not sent. */
  refused: readonly ImportedRow[];
  onStop: () => void;
  onAgain: () => void;
  onAnother: () => void;
};

export function ResultSection({ sheet, columns, sending, refused, onStop, onAgain, onAnother }: Props) {
  const t = useTranslations("dates-import.result");
  const place = useRef<HTMLDivElement>(null);
  // The pressed button is gone, with the preview and after the undo.
  const focus = () => place.current?.focus();
  useEffect(focus, []);
  const undo = useMutation({
    mutationFn: () => api("POST /api/imports/statements/undo", { body: { import_id: sheet.id } }),
    onSuccess: focus,
  });
  const causeOf = useCauseWords(useCellText(sheet, columns));
  const all = [...sending.answers, ...refused];
  const back = all.filter(isRefused).toSorted((a, b) => a.row - b.row);
  const rows = undo.data ? back : all;
  const stored = sending.answers.filter(({ outcome }) => outcome === "imported").length;
  const isRunning = sending.state === "running";
  const download = () => {
    const cells = new Map(sheet.rows.map((one) => [one.row, one.cells]));
    const lines = back.map((one) => [
      ...sheet.header.map((_, at) => cells.get(one.row)?.[at] ?? ""),
      causeOf(one) ?? "",
    ]);
    const text = [[...sheet.header, t("causeColumn")], ...lines].map(csvLine);
    saveFile(new Blob([BYTE_ORDER_MARK, ...text], { type: "text/csv;charset=utf-8" }), `${t("fileName")}.csv`);
  };
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      <Section id="result" title={t("title")}>
        <div className="space-y-4">
          {undo.data ? (
            <Announced as="p" className="text-sm">
              {t("undone", { count: undo.data.withdrawn })}
            </Announced>
          ) : (
            <SendingProgress
              of="result"
              sending={sending}
              ended={t("ended", { count: stored })}
              onStop={onStop}
              onAgain={onAgain}
            />
          )}
          {sending.state !== "done" && !undo.data && <p className="text-muted-foreground text-xs">{t("leaving")}</p>}
          {!isRunning && rows.length > 0 && <RowGroups rows={rows} sheet={sheet} columns={columns} />}
          {!isRunning && (
            <div className="flex flex-wrap items-center gap-2">
              {back.length > 0 && (
                <Button variant="outline" onClick={download}>
                  {t("refused", { count: back.length })}
                </Button>
              )}
              {stored > 0 && !undo.isSuccess && (
                <Button variant="outline" aria-disabled={undo.isPending} onClick={() => undo.mutate()}>
                  {t(undo.isPending ? "undoing" : "undo")}
                </Button>
              )}
              <Button variant="outline" onClick={onAnother}>
                {t("another")}
              </Button>
            </div>
          )}
          <ActionFailure words="dates-import.problem" error={undo.error} />
          {!isRunning && stored > 0 && !undo.isSuccess && (
            <p className="text-muted-foreground text-xs">{t("undoHint")}</p>
          )}
        </div>
      </Section>
    </div>
  );
}
