import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Section } from "#components/kit/section.tsx";
import { ExactInstant } from "#components/kit/time.tsx";
import { useErrorWords } from "#components/kit/words.tsx";
import { rotationsElsewhereOptions, rotationsOptions } from "#lib/core/browser/keys.ts";
import type { Rotation } from "#lib/core/contract/keys/keys.ts";
import { isUnderWay } from "#lib/core/contract/provisioning/flow.ts";
import { Collapsible, CollapsibleContent, CollapsibleTrigger } from "@/components/ui/collapsible";
import { ElsewhereSteps, RotationSteps } from "./key-steps.tsx";

/** Ended rotations of the dashboard's key and of others, each with its steps and their times. */
export function HistorySection() {
  const t = useTranslations("keys.history");
  const { data: rotations = [] } = useQuery(rotationsOptions());
  const { data: elsewhere = [] } = useQuery(rotationsElsewhereOptions());
  const entries = [
    ...rotations.map((rotation) => ({
      rotation,
      at: rotation.steps.at(-1)?.at ?? "",
      title: t("own"),
      content: <RotationEntry rotation={rotation} />,
    })),
    ...elsewhere.map((rotation) => ({
      rotation,
      at: rotation.ended_at ?? "",
      title: t("other", { name: rotation.old_name }),
      content: <ElsewhereSteps rotation={rotation} />,
    })),
  ]
    .filter(({ rotation }) => !isUnderWay(rotation))
    .sort((one, other) => (one.at < other.at ? 1 : -1));
  if (entries.length === 0) return null;
  return (
    <Section id="history" title={t("title")} count={entries.length} flush>
      <ul className="divide-y divide-border text-sm">
        {entries.map(({ rotation: { id, state, started_by: by }, at, title, content }) => (
          <li key={id}>
            <Collapsible>
              <CollapsibleTrigger className="px-4 py-2.5 hover:bg-muted">
                <span className="wrap-anywhere font-medium">{title}</span>{" "}
                <span className={state === "done" ? "text-done" : "text-medium"}>
                  {t(state === "done" ? "done" : "ended")}
                </span>{" "}
                <span className="block pl-4 text-muted-foreground text-xs">
                  <ExactInstant at={at} />
                  {by !== null && <span>{` · ${t("by", { name: by })}`}</span>}
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
