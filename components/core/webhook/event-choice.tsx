import { ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { useEventWords } from "#components/core/deliveries/event-words.ts";
import { Code } from "#components/kit/code.tsx";
import { Payload } from "#components/kit/payload.tsx";
import type { CatalogueEvent } from "#lib/core/contract/events/event-catalogue.ts";
import { Card } from "@/components/ui/card";
import { Checkbox } from "@/components/ui/checkbox";
import { Collapsible, CollapsibleContent, CollapsibleTrigger } from "@/components/ui/collapsible";
import { FieldDescription, FieldLabel } from "@/components/ui/field";

type Props = { event: CatalogueEvent; picked: boolean; onPicked: (picked: boolean) => void };

export function EventChoice({ event, picked, onPicked }: Props) {
  const t = useTranslations("webhooks");
  const words = useEventWords();
  const id = useId();
  const { name, fields, example } = event;
  const key = name.replaceAll(".", "_");
  return (
    <li className="flex gap-2.5 px-3 py-2.5">
      <Checkbox
        id={id}
        checked={picked}
        onCheckedChange={onPicked}
        aria-describedby={`${id}-meaning`}
        className="mt-0.5"
      />
      <div className="min-w-0 flex-1">
        <FieldLabel htmlFor={id} className="flex-wrap items-baseline gap-x-2.5 gap-y-0 font-normal">
          <span className="font-medium text-[0.8125rem]">{words(name) ?? name}</span>
          <Code>{name}</Code>
        </FieldLabel>
        <FieldDescription id={`${id}-meaning`}>
          {t(`meaning.${key}` as "meaning.verification_v2_created")}
        </FieldDescription>
        <Collapsible className="group/details mt-1">
          <CollapsibleTrigger className="inline-flex items-center gap-1 rounded text-primary text-xs">
            <ChevronRight
              aria-hidden
              className="size-3.5 transition-transform duration-100 group-open/details:rotate-90"
            />
            {t("form.events.details")}
            <span className="sr-only">
              : <span>{words(name) ?? name}</span>
            </span>
          </CollapsibleTrigger>
          <CollapsibleContent className="mt-2 grid gap-3 lg:grid-cols-2">
            <div className="min-w-0 space-y-1">
              <h4 className="font-medium text-xs">{t("form.events.fields")}</h4>
              <Card className="rounded-md p-0">
                <dl className="divide-y divide-border/60 text-xs">
                  {fields.map((field) => (
                    <div key={field.name} className="px-2.5 py-1.5">
                      <dt className="flex flex-wrap items-baseline justify-between gap-x-3">
                        <code translate="no" className="wrap-anywhere font-mono">
                          {field.name}
                        </code>
                        <span className="text-muted-foreground">
                          <span>{t(`type.${field.type}`)}</span>
                          {field.optional && <span>{`, ${t("type.optional")}`}</span>}
                          {field.nullable && <span>{`, ${t("type.nullable")}`}</span>}
                        </span>
                      </dt>
                      <dd className="text-muted-foreground">{t(`field.${field.name}` as "field.verification_id")}</dd>
                    </div>
                  ))}
                </dl>
              </Card>
            </div>
            <div className="min-w-0 space-y-1">
              <h4 className="font-medium text-xs">{t("form.events.example")}</h4>
              <Payload
                name={t("form.events.exampleOf", { event: words(name) ?? name })}
                text={JSON.stringify({ event_name: name, data: example })}
              />
            </div>
          </CollapsibleContent>
        </Collapsible>
      </div>
    </li>
  );
}
