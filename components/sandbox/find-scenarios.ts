import { SCENARIO_GROUPS, type ScenarioGroup, type ScenarioName } from "#lib/contract/sandbox/sandbox.ts";

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
