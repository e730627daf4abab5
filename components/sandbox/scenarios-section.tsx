"use client";

import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { SearchBox } from "#components/ui/search-box.tsx";
import { Section } from "#components/verification/section.tsx";
import { SCENARIO_NAMES, type ScenarioGroup, type ScenarioName } from "#lib/contract/sandbox/sandbox.ts";
import { findScenarios } from "./find-scenarios.ts";
import { Group } from "./group.tsx";
import { ScenarioEntry } from "./scenario-entry.tsx";
import { Segments } from "./segments.tsx";

const SPEEDS = [0, 60, 300] as const;

/** Everything that can be played, by what it shows. */
export function ScenariosSection() {
  const t = useTranslations("sandbox");
  const [text, setText] = useState("");
  const [seconds, setSeconds] = useState<(typeof SPEEDS)[number]>(0);
  const [opened, setOpened] = useState<ReadonlySet<ScenarioGroup>>(new Set(["documents"]));
  const field = useRef<HTMLInputElement>(null);
  const searching = text.trim() !== "";
  const found = findScenarios(text, (name, group) =>
    [name, t(`group.${group}`), t(`scenario.${name}.title`), t(`scenario.${name}.shows`)].join(" "),
  );
  const count = found.reduce((sum, { names }) => sum + names.length, 0);
  const toggle = (group: ScenarioGroup, open: boolean) =>
    setOpened((before) => new Set(open ? [...before, group] : [...before].filter((other) => other !== group)));
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
            dense
            maxLength={100}
            placeholder={t("scenarios.search")}
            className="basis-56"
          >
            <p role="status" className="sr-only">
              {searching && t("scenarios.count", { count })}
            </p>
          </SearchBox>
          <Segments
            label={t("scenarios.speed.label")}
            quiet
            options={SPEEDS.map((value) => ({ value, name: t(`scenarios.speed.${value}`) }))}
            value={seconds}
            onChange={setSeconds}
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
          open={searching || opened.has(group)}
          onToggle={(open) => toggle(group, open)}
        >
          <ul className="pb-2">
            {names.map((name: ScenarioName) => (
              <ScenarioEntry key={name} name={name} seconds={seconds} />
            ))}
          </ul>
        </Group>
      ))}
    </Section>
  );
}
