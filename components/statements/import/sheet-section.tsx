import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type DragEvent, useId, useState } from "react";
import { Announced } from "#components/kit/announced.tsx";
import { Section } from "#components/kit/section.tsx";
import { ActionFailure } from "#components/kit/words.tsx";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Field, FieldDescription, FieldError } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Label } from "@/components/ui/label";
import { MAX_SHEET_MEGABYTES, MAX_SHEET_ROWS, type Sheet } from "./sheet.ts";

const BOUNDS = { megabytes: MAX_SHEET_MEGABYTES, rows: MAX_SHEET_ROWS };

type Props = { sheet: Sheet | null; onSheet: (sheet: Sheet | null) => void };

/** Chooses a file, or takes a dropped one. The packages that read it are loaded with the first file. */
export function SheetSection({ sheet, onSheet }: Props) {
  const t = useTranslations("dates-import.sheet");
  const [isOver, setOver] = useState(false);
  const noteId = useId();
  const reading = useMutation({
    mutationFn: async (file: File) => (await import("./read-sheet.ts")).readSheet(file),
    onSuccess: (read) => onSheet(typeof read === "string" ? null : read),
  });
  const problem = typeof reading.data === "string" ? reading.data : null;
  const take = (files: FileList | null) => files?.[0] && !reading.isPending && reading.mutate(files[0]);
  const drag = (over: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(over);
  };
  return (
    <Section id="sheet" title={t("title")}>
      <Field
        onDragOver={drag(true)}
        onDragLeave={drag(false)}
        onDrop={(event) => {
          drag(false)(event);
          take(event.dataTransfer.files);
        }}
        className={cn("gap-3 rounded-md border border-input border-dashed p-4", isOver && "border-primary bg-muted")}
      >
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {sheet && (
            <span translate="no" className="wrap-anywhere font-medium text-sm">
              {sheet.name}
            </span>
          )}
          <Button
            asChild
            variant="outline"
            size={sheet ? "sm" : "default"}
            className="relative cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-ring has-focus-visible:outline-offset-2"
          >
            <Label>
              <span>{t(sheet ? "other" : "choose")}</span>
              <Input
                type="file"
                accept=".csv,.xlsx"
                aria-describedby={noteId}
                aria-invalid={problem !== null || undefined}
                onChange={({ target }) => {
                  take(target.files);
                  // The same file can be chosen again after it was changed.
                  target.value = "";
                }}
                className="absolute inset-0 size-full cursor-pointer opacity-0"
              />
            </Label>
          </Button>
          {!sheet && <span className="text-muted-foreground text-sm max-sm:hidden">{t("drop")}</span>}
          <Announced as="span" className="text-muted-foreground text-sm tabular-nums">
            {reading.isPending ? t("reading") : sheet ? t("chosen", { count: sheet.rows.length }) : ""}
          </Announced>
        </div>
        <div id={noteId} className="space-y-1.5 empty:hidden">
          {problem && (
            <Announced>
              <FieldError>{t(`problem.${problem}`, BOUNDS)}</FieldError>
            </Announced>
          )}
          {!sheet && <FieldDescription>{t("columns")}</FieldDescription>}
          {!sheet && <FieldDescription>{t("limits", BOUNDS)}</FieldDescription>}
        </div>
      </Field>
      <ActionFailure words="dates-import.problem" error={reading.error} />
    </Section>
  );
}
