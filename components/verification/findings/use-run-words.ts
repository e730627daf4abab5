import { useFormatter, useTranslations } from "next-intl";
import type { RunNote } from "#components/verification/view/run-notes.ts";
import type { FindingsRun } from "#lib/contract/verifications/verification.ts";

/** What kind of run it is; a source that the interface does not name stands as it came. */
export function useRunKind(): (run: FindingsRun) => string {
  const t = useTranslations("verification.findings");
  return (run) => {
    if (run.found_by === "api") return t("source.read");
    if (run.source === "final" || run.source === "provisional") return t(`source.${run.source}`);
    return run.source ?? t("source.untold");
  };
}

/** A run in one line of plain text, to the second: for choices and for what is copied. */
export function useRunName(): (run: FindingsRun) => string {
  const t = useTranslations("verification.findings");
  const format = useFormatter();
  const kind = useRunKind();
  return (run) =>
    [
      kind(run),
      ...(run.before_reopening ? [t("beforeReopening")] : []),
      run.computed_at
        ? format.dateTime(new Date(run.computed_at), { dateStyle: "medium", timeStyle: "medium" })
        : t("noTime"),
    ].join(" · ");
}

/** What the reader must know before relying on a run, in words. */
export function useNoteWords(): (note: RunNote, source: string | null) => string {
  const t = useTranslations("verification.findings.note");
  return (note, source) => {
    if (note !== "unknownSource") return t(note);
    return source === null ? t("untoldSource") : t("unknownSource", { source });
  };
}
