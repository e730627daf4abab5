import { Play } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { SearchBox } from "#components/kit/search-box.tsx";
import { Section } from "#components/kit/section.tsx";
import {
  SCENARIO_GROUPS,
  SCENARIO_NAMES,
  type ScenarioGroup,
  type ScenarioName,
} from "#lib/edge/contract/sandbox/sandbox.ts";
import type { JsonOf } from "#lib/endpoints.ts";
import { api } from "#lib/platform/browser/api.ts";
import { containsWords } from "@/components/ui/search-words";
import { Entry, Group } from "./entries.tsx";
import { useScenarioWords } from "./scenario-words.ts";
import { Segments } from "./segments.tsx";

/** Durations of a scenario in seconds. */
export const SPEEDS = ["0", "60", "300"] as const;

export function ScenariosSection() {
  const t = useTranslations("sandbox");
  const [text, setText] = useState("");
  const [speed, setSpeed] = useState<(typeof SPEEDS)[number]>("0");
  const field = useRef<HTMLInputElement>(null);
  const searching = text.trim() !== "";
  const wordsOf = useScenarioWords();
  const found = findScenarios(text, (name, group) =>
    [name, t(`group.${group}`), ...Object.values(wordsOf(name))].join(" "),
  );
  const count = found.reduce((sum, { names }) => sum + names.length, 0);
  const started = ({ verification_id, tag }: JsonOf<"POST /api/sandbox/verifications">) =>
    t.rich("scenarios.started", {
      link: () => (
        <Link
          href={`/verifications/${encodeURIComponent(verification_id)}`}
          className="rounded font-medium text-primary underline-offset-2 hover:underline"
        >
          {tag}
        </Link>
      ),
    });
  return (
    <Section id="scenarios" title={t("scenarios.title")} count={SCENARIO_NAMES.length} flush>
      <div className="space-y-3 p-4">
        <p className="text-muted-foreground text-sm">{t("scenarios.about")}</p>
        <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
          <SearchBox
            label={t("scenarios.search")}
            clearLabel={t("scenarios.clear")}
            text={text}
            onText={setText}
            field={field}
            maxLength={100}
            placeholder={t("scenarios.search")}
            className="h-8 basis-56 text-[0.8125rem]"
          >
            <p role="status" className="sr-only">
              {searching && t("scenarios.count", { count })}
            </p>
          </SearchBox>
          <Segments
            label={t("scenarios.speed.label")}
            values={SPEEDS}
            nameOf={(value) => t(`scenarios.speed.${value}`)}
            value={speed}
            onChange={setSpeed}
            className="max-sm:w-full"
          />
        </div>
      </div>
      {count === 0 && (
        <p className="px-4 py-10 text-center text-muted-foreground text-sm">
          {t("scenarios.none", { text: text.trim() })}
        </p>
      )}
      {found.map(({ group, names }) => (
        <Group
          key={group}
          title={t(`group.${group}`)}
          count={names.length}
          initially={group === "documents"}
          forced={searching}
        >
          <ul className="pb-2">
            {names.map((name) => (
              <Entry
                key={name}
                {...wordsOf(name)}
                code={codeOf(name)}
                icon={Play}
                button={t("scenarios.start")}
                buttonName={t("scenarios.startNamed", { name: wordsOf(name).title })}
                act={() => api("POST /api/sandbox/verifications", { body: { scenario: name, seconds: Number(speed) } })}
                said={started}
              />
            ))}
          </ul>
        </Group>
      ))}
    </Section>
  );
}

/** The interface's error code that a scenario plays; undefined for other scenarios. */
const codeOf = (name: ScenarioName): string | undefined =>
  name.endsWith("free_text") ? undefined : /^(?:item|people)-error-(\w+)$/.exec(name)?.[1];

type Match = { group: ScenarioGroup; names: readonly ScenarioName[] };

/** The scenarios of each group whose words contain every word of `text`, ignoring accents and case. */
export function findScenarios(text: string, wordsOf: (name: ScenarioName, group: ScenarioGroup) => string): Match[] {
  return (Object.keys(SCENARIO_GROUPS) as ScenarioGroup[]).map((group) => ({
    group,
    names: SCENARIO_GROUPS[group].filter((name: ScenarioName) => containsWords(wordsOf(name, group), text)),
  }));
}
