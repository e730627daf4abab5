"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Section } from "#components/page/section.tsx";
import { ExactInstant } from "#components/page/time.tsx";
import { useErrorWords } from "#components/page/words.tsx";
import { rotationsElsewhereOptions, rotationsOptions } from "#lib/browser/keys.ts";
import type { Rotation } from "#lib/contract/keys/keys.ts";
import { isUnderWay } from "#lib/contract/provisioning/flow.ts";
import { Collapsible, CollapsibleContent, CollapsibleTrigger } from "@/components/ui/collapsible";
import { ElsewhereSteps, RotationSteps } from "./key-steps.tsx";

type Entry = {
  id: string;
  at: string;
  title: string;
  outcome: "done" | "ended";
  by: string | null;
  content: ReactNode;
};

/** Rotations that have ended, of the dashboard's key and of others, each with its steps and their times. */
export function HistorySection() {
  const t = useTranslations("keys.history");
  const { data: rotations = [] } = useQuery(rotationsOptions());
  const { data: elsewhere = [] } = useQuery(rotationsElsewhereOptions());
  const entries: Entry[] = [
    ...rotations
      .filter((rotation) => !isUnderWay(rotation))
      .map((rotation) => ({
        id: rotation.id,
        at: rotation.steps.at(-1)?.at ?? "",
        title: t("own"),
        outcome: rotation.state === "done" ? ("done" as const) : ("ended" as const),
        by: rotation.started_by,
        content: <RotationEntry rotation={rotation} />,
      })),
    ...elsewhere
      .filter((rotation) => !isUnderWay(rotation))
      .map((rotation) => ({
        id: rotation.id,
        at: rotation.ended_at ?? "",
        title: t("other", { name: rotation.old_name }),
        outcome: rotation.state === "done" ? ("done" as const) : ("ended" as const),
        by: rotation.started_by,
        content: <ElsewhereSteps rotation={rotation} />,
      })),
  ].sort((one, other) => (one.at < other.at ? 1 : -1));
  if (entries.length === 0) return null;
  return (
    <Section id="history" title={t("title")} count={entries.length} flush>
      <ul className="divide-y divide-border text-sm">
        {entries.map(({ id, at, title, outcome, by, content }) => (
          <li key={id}>
            <Collapsible>
              <CollapsibleTrigger className="px-4 py-2.5 hover:bg-muted">
                <span className="wrap-anywhere font-medium">{title}</span>{" "}
                <span className={outcome === "done" ? "text-done" : "text-medium"}>{t(outcome)}</span>{" "}
                <span className="block pl-4 text-muted-foreground text-xs">
                  <ExactInstant at={at} />
                  {by !== null && ` · ${t("by", { name: by })}`}
                </span>
              </CollapsibleTrigger>
              <CollapsibleContent className="px-4 pt-1 pb-4">{content}</CollapsibleContent>
            </Collapsible>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function RotationEntry({ rotation }: { rotation: Rotation }) {
  const problem = useErrorWords("keys.rotation.problem");
  return (
    <div className="space-y-3">
      {rotation.state === "abandoned" && rotation.problem && <p>{problem(rotation.problem)}</p>}
      <RotationSteps rotation={rotation} />
    </div>
  );
}
