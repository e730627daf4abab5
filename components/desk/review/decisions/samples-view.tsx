"use client";

import { useQuery } from "@tanstack/react-query";
import { Dices } from "lucide-react";
import { useTranslations } from "next-intl";
import { BackLink } from "#components/kit/back-link.tsx";
import { usePageCrumb } from "#components/kit/crumbs.ts";
import { Loaded } from "#components/kit/loaded.tsx";
import { Message } from "#components/kit/message.tsx";
import { PageHeader } from "#components/kit/page-header.tsx";
import { Section } from "#components/kit/section.tsx";
import { RowLink, SectionRows } from "#components/kit/section-rows.tsx";
import { TextLink } from "#components/kit/text-link.tsx";
import { ExactInstant, useDayFormat } from "#components/kit/time.tsx";
import { samplesOptions } from "#lib/desk/browser/samples.ts";
import type { Sample } from "#lib/desk/contract/review/sample.ts";
import { Progress, SignatureMark } from "./sample-parts.tsx";

/** The drawn samples, newest first. */
export function SamplesView() {
  const t = useTranslations("samples");
  const query = useQuery(samplesOptions());
  usePageCrumb(t("open"));
  return (
    <div className="max-w-4xl space-y-5">
      <PageHeader title={t("title")} lede={t("lede")} back={<BackLink href="/decisions">{t("back")}</BackLink>} />
      <Loaded query={query} label={t("loading")} height="h-40" failed={() => t("failed")}>
        {({ items }) =>
          items.length === 0 ? (
            <Message level="h2" icon={<Dices aria-hidden />} title={t("empty")}>
              <p className="text-muted-foreground">{t("emptyBody")}</p>
              <TextLink href="/decisions">{t("emptyLink")}</TextLink>
            </Message>
          ) : (
            <Section id="samples" title={t("open")} count={items.length} flush>
              <SectionRows rows={items} empty="">
                {(sample) => <SampleRow key={sample.sample_id} sample={sample} />}
              </SectionRows>
            </Section>
          )
        }
      </Loaded>
    </div>
  );
}

function SampleRow({ sample }: { sample: Sample }) {
  const t = useTranslations("samples");
  const day = useDayFormat();
  const { sample_id, source, size, population, drawn_by_name, drawn_at } = sample;
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 p-4">
      <div className="min-w-0 flex-1 basis-72 space-y-1">
        <h3 className="font-medium text-sm">
          <RowLink href={`/decisions/samples/${sample_id}`}>
            {t("period", { from: day(source.from), to: day(source.to) })}
          </RowLink>
        </h3>
        <p className="wrap-anywhere text-muted-foreground text-xs tabular-nums">
          {t.rich("drawn", { size, population, name: drawn_by_name, on: () => <ExactInstant at={drawn_at} /> })}
        </p>
      </div>
      <div className="min-w-0 space-y-1">
        <Progress sample={sample} />
        <SignatureMark sample={sample} />
      </div>
    </li>
  );
}
