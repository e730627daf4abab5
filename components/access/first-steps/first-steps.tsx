"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Remark } from "#components/kit/remark.tsx";
import { Section } from "#components/kit/section.tsx";
import { type FirstSteps as Done, firstStepsOf } from "#lib/access/contract/first-steps.ts";
import { statusOptions } from "#lib/core/browser/status.ts";
import { titleFieldsOptions } from "#lib/core/browser/title-fields.ts";
import type { SystemStatus } from "#lib/core/contract/status.ts";
import { hideFirstSteps } from "#lib/platform/browser/preferences.ts";
import { may } from "#lib/platform/contract/permissions.ts";
import type { Role } from "#lib/platform/manifest.ts";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { TitleStep } from "./title-step.tsx";

/** Interval for checking whether answers suggest fields. */
const POLL_INTERVAL_MS = 10_000;

/** The remaining first steps of the installation, until they are done or the reader hides them. */
export function FirstSteps({ role, done }: { role: Role; done: Done }) {
  const t = useTranslations("first-steps");
  const [hidden, setHidden] = useState(false);
  const { data: status } = useQuery(statusOptions());
  const { data: titles } = useQuery({
    ...titleFieldsOptions,
    enabled: may(role, "settings.manage") && !done.titles && !hidden,
    refetchInterval: ({ state }) => state.data?.progress == null && POLL_INTERVAL_MS,
  });
  const known = { ...done, titles: done.titles || (titles !== undefined && titles.progress !== null) };
  const steps = firstStepsOf(role, status ? withStatus(known, status) : known);
  if (hidden || steps.length === 0) return null;
  const count = steps.filter((step) => step.done).length;
  const hide = () => {
    hideFirstSteps();
    setHidden(true);
    // The pressed button with the focus is removed.
    document.getElementById("main")?.focus({ preventScroll: true });
  };
  return (
    <Section
      id="first-steps"
      title={t("title")}
      aside={
        <span className="flex items-center gap-3">
          <span role="status" className="tabular-nums">
            {t("count", { count, total: steps.length })}
          </span>
          <Button variant="ghost" size="sm" onClick={hide}>
            {t("hide")}
          </Button>
        </span>
      }
    >
      <ol className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-2 xl:grid-cols-3">
        {steps.map(({ step, href, done: isDone }) => (
          <li key={step}>
            <Remark mark={isDone ? "good" : "open"} className="gap-2.5">
              <p>
                <Link
                  href={href}
                  id={`step-${step}`}
                  className={cn(
                    "underline-offset-2 hover:underline",
                    isDone ? "text-muted-foreground" : "font-medium text-primary",
                  )}
                >
                  {t(`${step}.do`)}
                </Link>
                {isDone && <span className="text-muted-foreground"> · {t("done")}</span>}
              </p>
              {step === "event" && status?.last_event_understood === false && (
                <Remark mark="warning" className="gap-1 text-xs">
                  {t("event.notUnderstood")}{" "}
                  <Link href="/deliveries?outcome=unrecognized" className="text-primary underline underline-offset-2">
                    {t("event.look")}
                  </Link>
                </Remark>
              )}
              {!isDone && <p className="text-muted-foreground text-xs">{t(`${step}.why`)}</p>}
              {step === "titles" && titles && !isDone && (
                <TitleStep
                  state={titles}
                  // The pressed button with the focus is removed.
                  onChosen={() => document.getElementById("step-titles")?.focus({ preventScroll: true })}
                />
              )}
            </Remark>
          </li>
        ))}
      </ol>
    </Section>
  );
}

/** Adds steps that were done after the page was rendered. */
const withStatus = (done: Done, { service, receiver, last_event_at }: SystemStatus): Done => ({
  ...done,
  key: done.key || service.state === "ok",
  connect: done.connect || !["missing", "creating"].includes(receiver.state),
  event: done.event || last_event_at !== null,
});
