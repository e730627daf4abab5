import { useTranslations } from "next-intl";
import { FAILING_ITEMS, type ScenarioName } from "#lib/contract/sandbox/sandbox.ts";

/** The title of a scenario and its effect on the dashboard. Scenarios of item errors differ only in the failing document. */
export function useScenarioWords(): (name: ScenarioName) => { title: string; shows: string } {
  const t = useTranslations("sandbox");
  return (name) => {
    const error = name.replace("item-error-", "");
    const document = Object.entries(FAILING_ITEMS).find(([known]) => known === error)?.[1];
    return document === undefined
      ? { title: t(`scenario.${name}.title`), shows: t(`scenario.${name}.shows`) }
      : { title: t(`itemError.title.${error}`), shows: t("itemError.shows", { document }) };
  };
}
