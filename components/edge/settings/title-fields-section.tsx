"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { EmptySection } from "#components/kit/section.tsx";
import { chooseTitleFields, titleFieldsOptions } from "#lib/core/browser/title-fields.ts";
import type { TitleFields, TitleFieldsState } from "#lib/core/contract/verifications/title-fields.ts";
import { FieldOrder } from "./field-order.tsx";
import { LoadedSection } from "./loaded.tsx";
import { SettingsForm } from "./settings-form.tsx";

/** The fields of the service's answers that name files, in addition to tags. */
export function TitleFieldsSection() {
  return (
    <LoadedSection of="file-titles" query={useQuery(titleFieldsOptions)} height="h-40">
      {(data) => <TitleFieldsForm state={data} />}
    </LoadedSection>
  );
}

function TitleFieldsForm({ state }: { state: TitleFieldsState }) {
  const t = useTranslations("file-titles");
  const { chosen, seen, files, progress } = state;
  const [draft, setDraft] = useState<TitleFields | null>(null);
  const fields = draft ?? chosen;
  const none = chosen.title.length + chosen.tax_id.length === 0;
  if (seen.length === 0 && none) {
    return <EmptySection>{t("nothingRead")}</EmptySection>;
  }
  return (
    <>
      <SettingsForm
        of="file-titles"
        className="space-y-4"
        changed={JSON.stringify(fields) !== JSON.stringify(chosen)}
        save={() => chooseTitleFields(fields)}
        queryKey={titleFieldsOptions.queryKey}
        onSaved={() => setDraft(null)}
        onDiscard={() => setDraft(null)}
      >
        <p className="text-xs">{t("basis", { files })}</p>
        <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
          {(["title", "tax_id"] as const).map((kind) => (
            <FieldOrder
              key={kind}
              kind={kind}
              state={state}
              paths={fields[kind]}
              onChange={(paths) => setDraft({ ...fields, [kind]: paths })}
            />
          ))}
        </div>
        <p className="max-w-prose text-muted-foreground text-xs">{t("privacy")}</p>
      </SettingsForm>
      {progress && <Progress {...progress} none={none} />}
    </>
  );
}

type ProgressProps = NonNullable<TitleFieldsState["progress"]> & { none: boolean };

/** Progress of applying the saved fields to files. Only the start and the end are announced. */
function Progress({ done, total, finished, none }: ProgressProps) {
  const t = useTranslations("file-titles.progress");
  const said = finished ? t(none ? "tagsOnly" : "finished") : t("running");
  return (
    <div className="space-y-1.5 text-xs">
      <p role="status" className={finished ? "text-muted-foreground" : "sr-only"}>
        {said}
      </p>
      {!finished && (
        <>
          <p className="tabular-nums">{t("done", { done, total })}</p>
          <progress value={done} max={Math.max(total, 1)} aria-label={said} className="h-2 w-full max-w-md" />
        </>
      )}
    </div>
  );
}
