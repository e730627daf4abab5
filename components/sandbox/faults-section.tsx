"use client";

import { CircleCheck, Zap } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Section } from "#components/page/section.tsx";
import { useWords } from "#components/page/words.tsx";
import { setFault } from "#lib/browser/sandbox.ts";
import { FAULTY_EVENTS, FAULTY_PATHS, type SandboxPlay } from "#lib/contract/sandbox/sandbox.ts";
import type { NewFault } from "#lib/contract/sandbox/sandbox-input.ts";
import { Button } from "@/components/ui/button";
import { Choice } from "./choices.tsx";
import { Entry, Group } from "./entry-group.tsx";
import {
  CALL_CHOICES,
  type CallChoice,
  COUNTS,
  type Count,
  callFault,
  DELIVERY_CHOICES,
  type DeliveryChoice,
  deliveryFault,
  type EventChoice,
  type PathChoice,
} from "./fault-choices.ts";
import { Problem, useSandboxAction } from "./sandbox-action.tsx";

const PATHS: readonly PathChoice[] = ["any", ...(Object.keys(FAULTY_PATHS) as (keyof typeof FAULTY_PATHS)[])];
const CALLS = Object.keys(CALL_CHOICES) as CallChoice[];
const DELIVERIES = Object.keys(DELIVERY_CHOICES) as DeliveryChoice[];
/** No verification in particular; an id is never empty. */
const EVERY = "";
const EVENTS: readonly EventChoice[] = ["any", ...FAULTY_EVENTS];

/** Everything that can go wrong between the dashboard and the service, on purpose. */
export function FaultsSection({ played }: { played: readonly SandboxPlay[] }) {
  const t = useTranslations("sandbox.faults");
  const eventWord = useWords("eventName");
  const [open, setOpen] = useState({ calls: false, deliveries: false });
  const [path, setPath] = useState<PathChoice>("any");
  const [callCount, setCallCount] = useState<Count>("all");
  const [event, setEvent] = useState<EventChoice>("any");
  const [eventCount, setEventCount] = useState<Count>("1");
  const [verification, setVerification] = useState(EVERY);
  // The list moves on: what is no longer on it is no longer meant.
  const only = played.find(({ verification_id }) => verification_id === verification)?.verification_id ?? null;
  const counts = COUNTS.map((value) => ({ value, name: t(`count.${value}`) }));
  return (
    <Section id="faults" title={t("title")} flush>
      <p className="p-4 text-muted-foreground text-sm">{t("about")}</p>
      <Group
        title={t("calls")}
        count={CALLS.length}
        open={open.calls}
        onToggle={(calls) => setOpen({ ...open, calls })}
      >
        <div className="grid gap-3 px-4 pb-2 pl-10 max-sm:pl-4 sm:grid-cols-2">
          <Choice
            label={t("which")}
            options={PATHS.map((value) => ({ value, name: t(`path.${value}`) }))}
            value={path}
            onChange={setPath}
          />
          <Choice label={t("howMany")} options={counts} value={callCount} onChange={setCallCount} />
        </div>
        <ul className="pb-2">
          {CALLS.map((choice) => (
            <FaultEntry key={choice} choice={choice} fault={callFault(choice, path, callCount)} />
          ))}
        </ul>
      </Group>
      <Group
        title={t("deliveries")}
        count={DELIVERIES.length}
        open={open.deliveries}
        onToggle={(deliveries) => setOpen({ ...open, deliveries })}
      >
        <div className="grid gap-3 px-4 pb-2 pl-10 max-sm:pl-4 sm:grid-cols-3">
          <Choice
            label={t("which")}
            options={EVENTS.map((value) => ({
              value,
              name: value === "any" ? t("event.any") : (eventWord(value.replaceAll(".", "_")) ?? value),
            }))}
            value={event}
            onChange={setEvent}
          />
          <Choice
            label={t("of")}
            options={[
              { value: EVERY, name: t("everyVerification") },
              ...played.map(({ verification_id, tag }) => ({ value: verification_id, name: tag })),
            ]}
            value={only ?? EVERY}
            onChange={setVerification}
          />
          <Choice label={t("howMany")} options={counts} value={eventCount} onChange={setEventCount} />
        </div>
        <ul className="pb-2">
          {DELIVERIES.map((choice) => (
            <FaultEntry key={choice} choice={choice} fault={deliveryFault(choice, event, only, eventCount)} />
          ))}
        </ul>
      </Group>
    </Section>
  );
}

/** One fault; set, it is among the active ones. */
function FaultEntry({ choice, fault }: { choice: CallChoice | DeliveryChoice; fault: NewFault }) {
  const t = useTranslations("sandbox");
  const { mutate, isPending, isSuccess, error } = useSandboxAction(setFault);
  const title = t(`fault.${choice}.title`);
  return (
    <Entry
      title={title}
      shows={t(`fault.${choice}.shows`)}
      action={
        <Button
          variant="outline"
          size="sm"
          aria-label={t("faults.setNamed", { name: title })}
          aria-disabled={isPending}
          onClick={() => !isPending && mutate(fault)}
        >
          <Zap aria-hidden />
          <span className="max-sm:sr-only">{t("faults.set")}</span>
        </Button>
      }
    >
      <p role="status" className="flex items-center gap-1.5 pt-1 text-xs empty:hidden">
        {isSuccess && (
          <>
            <CircleCheck aria-hidden className="size-3.5 shrink-0 text-done" />
            {t("faults.wasSet")}
          </>
        )}
      </p>
      <Problem error={error} />
    </Entry>
  );
}
