import { Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { useEventWords } from "#components/core/deliveries/event-words.ts";
import { EmptySection } from "#components/kit/section.tsx";
import {
  CATALOGUE_NAMES,
  type CatalogueEvent,
  EVENT_CATALOGUE,
  EVENT_FAMILIES,
  type EventFamily,
  unknownNames,
} from "#lib/core/contract/events/event-catalogue.ts";
import { Card } from "@/components/ui/card";
import { Checkbox } from "@/components/ui/checkbox";
import { Input } from "@/components/ui/input";
import { Label } from "@/components/ui/label";
import { containsWords } from "@/components/ui/search-words";
import { EventChoice } from "./event-choice.tsx";

type Props = { picked: readonly string[]; onPicked: (names: string[]) => void };

/** The events by family, with a search in names, descriptions and fields. */
export function EventPicker({ picked, onPicked }: Props) {
  const t = useTranslations("webhooks.form.events");
  const meaning = useTranslations("webhooks.meaning");
  const words = useEventWords();
  const id = useId();
  const [typed, setTyped] = useState("");
  const keyOf = (name: string) => name.replaceAll(".", "_") as Parameters<typeof meaning>[0];
  const shown = EVENT_CATALOGUE.filter((event) =>
    matchesEvent(typed, [words(event.name) ?? "", meaning(keyOf(event.name))], event),
  );
  const unknown = unknownNames(picked);
  const set = (names: readonly string[], on: boolean) =>
    onPicked(on ? [...new Set([...picked, ...names])] : picked.filter((name) => !names.includes(name)));
  return (
    <Card className="gap-0 p-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-border border-b p-2.5">
        <div className="relative min-w-0 flex-1 basis-52">
          <Search aria-hidden className="pointer-events-none absolute top-2.5 left-2.5 size-4 text-muted-foreground" />
          <Input
            type="search"
            aria-label={t("search")}
            placeholder={t("search")}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            // Otherwise Enter would submit the surrounding form.
            onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
            className="pl-8"
          />
        </div>
        <p role="status" className="px-1 text-muted-foreground text-xs tabular-nums">
          <span>{t("picked", { count: picked.length, total: CATALOGUE_NAMES.length })}</span>
          {typed.trim() !== "" && <span>{` · ${t("found", { count: shown.length })}`}</span>}
        </p>
      </div>
      {shown.length === 0 && <EmptySection flush>{t("nothing")}</EmptySection>}
      {EVENT_FAMILIES.map((family) => (
        <Family
          key={family}
          family={family}
          events={shown.filter((event) => event.family === family)}
          picked={picked}
          onSet={set}
        />
      ))}
      {unknown.length > 0 && (
        <section aria-labelledby={`${id}-unknown`} className="border-border border-t">
          <h3 id={`${id}-unknown`} className="bg-muted/60 px-3 py-1.5 font-medium text-xs">
            {t("unknown")}
          </h3>
          <ul>
            {unknown.map((name) => (
              <li key={name} className="px-3 py-2.5">
                <Label className="gap-2.5 font-normal">
                  <Checkbox checked onCheckedChange={() => set([name], false)} />
                  <code translate="no" className="wrap-anywhere font-mono text-xs">
                    {name}
                  </code>
                </Label>
              </li>
            ))}
          </ul>
        </section>
      )}
    </Card>
  );
}

type FamilyProps = {
  family: EventFamily;
  events: readonly CatalogueEvent[];
  picked: readonly string[];
  onSet: (names: readonly string[], on: boolean) => void;
};

function Family({ family, events, picked, onSet }: FamilyProps) {
  const t = useTranslations("webhooks.form.events");
  const id = useId();
  if (events.length === 0) return null;
  const names = events.map(({ name }) => name);
  const chosen = names.filter((name) => picked.includes(name)).length;
  return (
    <section aria-labelledby={id} className="[&+section]:border-t [&+section]:border-border">
      <Label className="gap-2.5 bg-muted/60 px-3 py-1.5">
        <Checkbox
          ref={(box) => {
            if (box) box.indeterminate = chosen > 0 && chosen < names.length;
          }}
          checked={chosen === names.length}
          onCheckedChange={(checked) => onSet(names, checked)}
        />
        <span id={id} className="font-medium text-xs">
          {t(`family.${family}`)}
        </span>
      </Label>
      <ul className="divide-y divide-border/60">
        {events.map((event) => (
          <EventChoice
            key={event.name}
            event={event}
            picked={picked.includes(event.name)}
            onPicked={(on) => onSet([event.name], on)}
          />
        ))}
      </ul>
    </section>
  );
}

/** Whether the name, the description or the fields of an event contain all typed words. */
export const matchesEvent = (typed: string, words: readonly string[], event: CatalogueEvent): boolean =>
  containsWords([event.name, ...words, ...event.fields.map(({ name }) => name)].join(" "), typed);
