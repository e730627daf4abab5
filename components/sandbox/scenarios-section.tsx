"use client";

import { CircleCheck, Play } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { SearchBox } from "#components/page/search-box.tsx";
import { Section } from "#components/page/section.tsx";
import { playScenario } from "#lib/browser/sandbox.ts";
import {
  SCENARIO_GROUPS,
  SCENARIO_NAMES,
  type ScenarioGroup,
  type ScenarioName,
} from "#lib/contract/sandbox/sandbox.ts";
import { Button } from "@/components/ui/button";
import { Segments } from "./choices.tsx";
import { Entry, Group } from "./entry-group.tsx";
import { Problem, useSandboxAction } from "./sandbox-action.tsx";

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
            maxLength={100}
            placeholder={t("scenarios.search")}
            className="h-8 text-[0.8125rem] basis-56"
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

/** The interface's own word for what a scenario of an error plays. */
const codeOf = (name: ScenarioName): string | undefined =>
  name.endsWith("free_text") ? undefined : /^(?:item|people)-error-(\w+)$/.exec(name)?.[1];

/** One scenario; once started, the way to the verification that it made. */
function ScenarioEntry({ name, seconds }: { name: ScenarioName; seconds: number }) {
  const t = useTranslations("sandbox");
  const { mutate, isPending, data, error } = useSandboxAction((over: number) => playScenario(name, over));
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

type Found = { group: ScenarioGroup; names: readonly ScenarioName[] };

const plain = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase();

/** Scenarios whose words hold every word of `text`, without regard to accents and case, by their groups. */
export function findScenarios(text: string, wordsOf: (name: ScenarioName, group: ScenarioGroup) => string): Found[] {
  const wanted = plain(text).split(/\s+/).filter(Boolean);
  return (Object.keys(SCENARIO_GROUPS) as ScenarioGroup[]).flatMap((group) => {
    const names = SCENARIO_GROUPS[group].filter((name: ScenarioName) => {
      const words = plain(wordsOf(name, group));
      return wanted.every((word) => words.includes(word));
    });
    return names.length > 0 ? [{ group, names }] : [];
  });
}
