"use client";

import { CircleCheck, Play } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { playScenario } from "#lib/browser/sandbox.ts";
import type { ScenarioName } from "#lib/contract/sandbox/sandbox.ts";
import { Entry } from "./entry.tsx";
import { Problem } from "./problem.tsx";
import { useAct } from "./use-act.ts";

/** The interface's own word for what a scenario of an error plays. */
const codeOf = (name: ScenarioName): string | undefined =>
  name.endsWith("free_text") ? undefined : /^(?:item|people)-error-(\w+)$/.exec(name)?.[1];

/** One scenario; once started, the way to the verification that it made. */
export function ScenarioEntry({ name, seconds }: { name: ScenarioName; seconds: number }) {
  const t = useTranslations("sandbox");
  const { mutate, isPending, data, error } = useAct((over: number) => playScenario(name, over));
  const title = t(`scenario.${name}.title`);
  const code = codeOf(name);
  return (
    <Entry
      title={title}
      {...(code ? { code } : {})}
      shows={t(`scenario.${name}.shows`)}
      action={
        <Button
          variant="outline"
          size="sm"
          aria-label={t("scenarios.startNamed", { name: title })}
          aria-disabled={isPending}
          onClick={() => !isPending && mutate(seconds)}
        >
          <Play aria-hidden />
          <span className="max-sm:sr-only">{t("scenarios.start")}</span>
        </Button>
      }
    >
      <p role="status" className="flex items-center gap-1.5 pt-1 text-xs empty:hidden">
        {data && (
          <>
            <CircleCheck aria-hidden className="size-3.5 shrink-0 text-done" />
            <span>
              {t.rich("scenarios.started", {
                link: () => (
                  <Link
                    href={`/verifications/${encodeURIComponent(data.verification_id)}`}
                    className="rounded font-medium text-primary underline-offset-2 hover:underline"
                  >
                    {data.tag}
                  </Link>
                ),
              })}
            </span>
          </>
        )}
      </p>
      <Problem error={error} />
    </Entry>
  );
}
