import { Zap } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useEventWords } from "#components/core/deliveries/event-words.ts";
import { Section } from "#components/kit/section.tsx";
import { SelectField } from "#components/kit/select-field.tsx";
import { FAULTY_EVENTS, FAULTY_PATHS } from "#lib/edge/contract/sandbox/sandbox.ts";
import type { SandboxPlay } from "#lib/edge/contract/sandbox/sandbox-input.ts";
import { api } from "#lib/platform/browser/api.ts";
import { Entry, Group } from "./entries.tsx";
import { ANY_ID, COUNTS, FAULTS, type FaultChoice, type FaultGroup, faultOf, type Limits } from "./fault-choices.ts";

const PATHS: readonly Limits["path"][] = ["any", ...(Object.keys(FAULTY_PATHS) as (keyof typeof FAULTY_PATHS)[])];
const EVENTS: readonly Limits["event"][] = ["any", ...FAULTY_EVENTS];

type Props = { played: readonly SandboxPlay[] };

/** Simulated failures between the dashboard and the service. */
export function FaultsSection({ played }: Props) {
  const t = useTranslations("sandbox.faults");
  return (
    <Section id="faults" title={t("title")} flush>
      <p className="p-4 text-muted-foreground text-sm">{t("about")}</p>
      <Faults of="calls" played={played} />
      <Faults of="deliveries" played={played} />
    </Section>
  );
}

/** The faults of calls or of deliveries, with their limits. A new fault appears in the list of active faults. */
function Faults({ of, played }: Props & { of: FaultGroup }) {
  const t = useTranslations("sandbox");
  const words = useTranslations("sandbox.faults");
  const eventWord = useEventWords();
  const [chosen, setChosen] = useState<Limits>({
    path: "any",
    event: "any",
    verification_id: ANY_ID,
    count: of === "calls" ? "all" : "1",
  });
  // A chosen verification that has left the list is no longer chosen.
  const isListed = played.some(({ verification_id }) => verification_id === chosen.verification_id);
  const limits = isListed ? chosen : { ...chosen, verification_id: ANY_ID };
  const limit = <Name extends keyof Limits>(
    name: Name,
    label: "which" | "of" | "howMany",
    values: readonly Limits[Name][],
    nameOf: (value: Limits[Name]) => string,
  ) => (
    <SelectField
      size="sm"
      label={words(label)}
      values={values}
      nameOf={nameOf}
      value={limits[name]}
      onChange={(value) => setChosen({ ...limits, [name]: value })}
    />
  );
  const choices = Object.keys(FAULTS[of]) as FaultChoice[];
  const eventName = (event: Limits["event"]) => (event === "any" ? words("event.any") : (eventWord(event) ?? event));
  const tags = new Map(played.map(({ verification_id, tag }) => [verification_id, tag]));
  const tagOf = (id: string) => tags.get(id) ?? words("everyVerification");
  return (
    <Group title={words(of)} count={choices.length}>
      <div className="grid gap-3 px-4 pb-2 pl-10 max-sm:pl-4 sm:auto-cols-fr sm:grid-flow-col">
        {of === "calls" && <>{limit("path", "which", PATHS, (path) => words(`path.${path}`))}</>}
        {of === "deliveries" && <>{limit("event", "which", EVENTS, eventName)}</>}
        {of === "deliveries" && <>{limit("verification_id", "of", [ANY_ID, ...tags.keys()], tagOf)}</>}
        {limit("count", "howMany", COUNTS, (count) => words(`count.${count}`))}
      </div>
      <ul className="pb-2">
        {choices.map((choice) => (
          <Entry
            key={choice}
            title={t(`fault.${choice}.title`)}
            shows={t(`fault.${choice}.shows`)}
            icon={Zap}
            button={words("set")}
            buttonName={words("setNamed", { name: t(`fault.${choice}.title`) })}
            act={() => api("POST /api/sandbox/faults", { body: faultOf(choice, limits) })}
            said={() => words("wasSet")}
          />
        ))}
      </ul>
    </Group>
  );
}
