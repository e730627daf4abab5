import { dateOf } from "./compare.ts";
import { centuryOf, readCurp } from "./read.ts";

/** The year of birth from the registry's date, else from the CURP; null without either. */
export function birthYear(date: string | null, curp: string | null): number | null {
  const stated = dateOf(date);
  if (stated) return Number(stated.year);
  if (curp === null) return null;
  const { segments } = readCurp(curp);
  const usual = (part: "year" | "century") => segments.find((one) => one.part === part && one.problem === null)?.text;
  const [year, century] = [usual("year"), usual("century")];
  return year === undefined || century === undefined ? null : Number(`${centuryOf(century)}${year}`);
}
