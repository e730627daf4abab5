import { useTranslations } from "next-intl";
import { type FormEvent, useId, useState } from "react";
import { ActionDialog } from "#components/kit/action-dialog.tsx";
import { Cancel } from "#components/kit/buttons.tsx";
import { CopyButton } from "#components/kit/copy.tsx";
import { Form } from "#components/kit/form.tsx";
import { countOf, type OutcomeProgress, splitByPresence, useOutcomes } from "#components/kit/outcome-progress.ts";
import { OUTCOME_STYLES, OutcomeResults, useOutcomeWords } from "#components/kit/outcome-results.tsx";
import { useProblemWords } from "#components/kit/words.tsx";
import type { ImportedId } from "#lib/core/contract/verifications/verification.ts";
import { importVerifications } from "#lib/desk/browser/outcomes.ts";
import { Button } from "@/components/ui/button";
import { Field, FieldError, FieldLabel } from "@/components/ui/field";
import { Textarea } from "@/components/ui/textarea";
import { readPastedIds } from "./pasted-ids.ts";

type Outcome = ImportedId["outcome"];

type Props = { onClosed: () => void };

/** Imports verifications by id, for those that ended before this dashboard was connected. Mounted open. */
export function ImportDialog({ onClosed }: Props) {
  const t = useTranslations("import");
  const { progress, start, ...rest } = useOutcomes<Outcome>(importVerifications);
  const running = progress?.state === "running";
  return (
    // Only its button stops a running import.
    <ActionDialog title={t("title")} about={t("why")} busy={running} className="w-[34rem] p-5" onClosed={onClosed}>
      {progress ? (
        <ImportResults progress={progress} {...rest} onClose={onClosed} />
      ) : (
        <ImportForm onStart={start} onCancel={onClosed} />
      )}
    </ActionDialog>
  );
}

type FormProps = { onStart: (ids: string[]) => void; onCancel: () => void };

function ImportForm({ onStart, onCancel }: FormProps) {
  const t = useTranslations("import");
  const [text, setText] = useState("");
  const [refused, setRefused] = useState(false);
  const fieldId = useId();
  const noteId = useId();
  const { ids, duplicates, malformed, personal, links, words } = readPastedIds(text);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (ids.length === 0) setRefused(true);
    else onStart(ids);
  };
  return (
    <Form onSubmit={submit} className="space-y-3">
      <Field>
        <FieldLabel htmlFor={fieldId}>{t("field")}</FieldLabel>
        <Textarea
          id={fieldId}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setRefused(false);
          }}
          rows={7}
          spellCheck={false}
          autoComplete="off"
          placeholder={t("placeholder")}
          aria-describedby={noteId}
          aria-invalid={refused || undefined}
          className="max-h-[50dvh] font-mono text-xs"
        />
        <div id={noteId} role="status" className="min-h-5 text-muted-foreground text-xs tabular-nums">
          {refused ? (
            <FieldError>{t("none")}</FieldError>
          ) : text.trim() === "" ? (
            <p>{t("hint")}</p>
          ) : (
            <ul className="flex flex-wrap gap-x-3">
              <li className="font-medium text-foreground">{t("valid", { count: ids.length })}</li>
              {duplicates > 0 && <li>{t("duplicates", { count: duplicates })}</li>}
              {malformed.length > 0 && <li>{t("malformed", { count: malformed.length })}</li>}
              {links > 0 && <li className="text-foreground">{t("links", { count: links })}</li>}
              {words > 0 && <li>{t("words", { count: words })}</li>}
              {personal > 0 && <li className="text-foreground">{t("personal", { count: personal })}</li>}
            </ul>
          )}
        </div>
      </Field>
      <div className="flex justify-end gap-2">
        <Cancel onClick={onCancel} />
        <Button type="submit">{t("start", { count: ids.length })}</Button>
      </div>
    </Form>
  );
}

type ResultsProps = Pick<ReturnType<typeof useOutcomes<Outcome>>, "stop" | "again" | "clear"> & {
  progress: OutcomeProgress<Outcome>;
  onClose: () => void;
};

const OUTCOMES = {
  added: { look: OUTCOME_STYLES.good, there: true },
  known: { look: OUTCOME_STYLES.same, there: true },
  tag: { look: OUTCOME_STYLES.unknown, there: false },
  not_found: { look: OUTCOME_STYLES.unknown, there: false },
  failed: { look: OUTCOME_STYLES.bad, there: false },
};

function ImportResults({ progress, stop, again, clear, onClose }: ResultsProps) {
  const t = useTranslations("import");
  const problemWords = useProblemWords();
  const { state } = progress;
  const problem = (code: string | null) =>
    code === null ? t("outcome.failed") : problemWords({ code, status: null }).title;
  const says = useOutcomeWords("import", progress, problem);
  // The service was not asked about tags, so they do not count.
  const found = countOf(progress, "added") + countOf(progress, "known") > 0 || countOf(progress, "not_found") === 0;
  const { absent, there } = splitByPresence(progress, OUTCOMES);
  // Lines keep their places while answers arrive.
  const shown = state === "running" ? progress : { ...progress, entries: [...absent, ...there] };
  return (
    <OutcomeResults
      of="import"
      progress={shown}
      outcomes={OUTCOMES}
      says={says}
      ended={t(countOf(progress, "failed") > 0 ? "endedWithFailures" : found ? "ended" : "endedEmpty")}
      onStop={stop}
      onAgain={again}
      onClose={onClose}
      before={
        absent.length > 0 && (
          <CopyButton text={() => absent.map((entry) => `${entry.id}\t${says(entry)}`).join("\n")}>
            {t("copy", { count: absent.length })}
          </CopyButton>
        )
      }
    >
      <Button variant="outline" onClick={clear}>
        {t("more")}
      </Button>
    </OutcomeResults>
  );
}
