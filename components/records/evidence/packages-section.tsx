import { useMutation } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { Form } from "#components/kit/form.tsx";
import { saveFile } from "#components/kit/save-file.ts";
import { Section } from "#components/kit/section.tsx";
import { TextField } from "#components/kit/text-field.tsx";
import { ActionFailure } from "#components/kit/words.tsx";
import type { Locale } from "#lib/platform/contract/preferences.ts";
import { fetchPeriod, type PeriodProgress } from "#lib/records/browser/evidence-package.ts";
import { Button } from "@/components/ui/button";
import { LanguageField } from "./language-field.tsx";

const DAY_MS = 86_400_000;

/** The beginning of a day in this browser's time zone, as an instant. */
const beginOf = (day: string, later = 0): string => new Date(Date.parse(`${day}T00:00:00`) + later).toISOString();

export function PackagesSection() {
  const t = useTranslations("evidence.packages");
  const [language, setLanguage] = useState(useLocale() as Locale);
  const [from, setFrom] = useState("");
  const [to, setTo] = useState("");
  const [progress, setProgress] = useState<PeriodProgress | null>(null);
  const making = useMutation({
    mutationFn: async () => {
      setProgress(null);
      const period = { from: beginOf(from), to: beginOf(to, DAY_MS), language };
      saveFile(await fetchPeriod(period, setProgress), `evidence-${from}-${to}.zip`);
    },
    gcTime: 0,
  });
  const blocked = from === "" || to === "" || to < from;
  return (
    <Section id="packages" title={t("title")}>
      <Form
        className="max-w-prose space-y-4 text-sm"
        onSubmit={(event) => {
          event.preventDefault();
          if (!blocked && !making.isPending) making.mutate();
        }}
      >
        <p className="text-muted-foreground">{t("lede")}</p>
        <div className="grid gap-4 sm:grid-cols-3">
          <TextField label={t("from")} type="date" value={from} onChange={({ target }) => setFrom(target.value)} />
          <TextField label={t("to")} type="date" value={to} onChange={({ target }) => setTo(target.value)} />
          <LanguageField label={t("language")} value={language} onChange={setLanguage} />
        </div>
        <ActionFailure words="evidence.packages.problem" error={making.error} />
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" aria-disabled={blocked || making.isPending}>
            {making.isPending ? t("working") : t("submit")}
          </Button>
          <p role="status" className="text-muted-foreground tabular-nums">
            {making.isPending && progress && <span>{t("progress", progress)}</span>}
            {making.isSuccess && <span>{t("ready")}</span>}
          </p>
        </div>
      </Form>
    </Section>
  );
}
