import { useTranslations } from "next-intl";
import { FAILING_ITEMS, type ScenarioName } from "#lib/edge/contract/sandbox/sandbox.ts";
import type { Messages } from "#messages/types.ts";

/** The title of a scenario and its effect on the dashboard. Scenarios of item errors differ only in the failing document. */
export function useScenarioWords(): (name: ScenarioName) => { title: string; shows: string } {
  const t = useTranslations("sandbox");
  return (name) => {
    const error = Object.entries(FAILING_ITEMS).find(([known]) => name === `item-error-${known}`);
    if (error === undefined) {
      const own = name as keyof Messages["sandbox"]["scenario"];
      return { title: t(`scenario.${own}.title`), shows: t(`scenario.${own}.shows`) };
    }
    const [code, document] = error;
    return {
      title: t(`itemError.title.${code as keyof typeof FAILING_ITEMS}`),
      shows: t("itemError.shows", { document }),
    };
  };
}
