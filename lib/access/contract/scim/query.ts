import { z } from "zod";
import { isStorable } from "#lib/platform/contract/text.ts";
import { withoutSchema } from "./attributes.ts";
import { ScimProblem } from "./problem.ts";

/** Maximal and default number of accounts on a page. */
export const MAX_RESULTS = 100;
const MAX_FILTER = 500;

export type ScimFilter = { attribute: "userName" | "externalId" | "id"; value: string };
export type ScimQuery = { filter: ScimFilter | null; startIndex: number; count: number };

const FILTER = /^\s*(userName|externalId|id)\s+eq\s+("(?:[^"\\]|\\.)*")\s*$/i;
const ATTRIBUTES = { username: "userName", externalid: "externalId", id: "id" } as const;

const whole = z
  .string()
  .regex(/^-?\d{1,9}$/)
  .transform(Number);

/** The parameters of a list: one attribute by `eq`, and a page. Throws ScimProblem. */
export function scimQuery(parameters: URLSearchParams): ScimQuery {
  const number = (name: string, without: number) => {
    const given = parameters.get(name);
    if (given === null) return without;
    const parsed = whole.safeParse(given);
    if (!parsed.success) throw new ScimProblem("invalidValue", `${name} is no whole number.`);
    return parsed.data;
  };
  const filter = parameters.get("filter");
  return {
    filter: filter === null ? null : filterOf(filter),
    startIndex: Math.max(1, number("startIndex", 1)),
    count: Math.min(MAX_RESULTS, Math.max(0, number("count", MAX_RESULTS))),
  };
}

function filterOf(text: string): ScimFilter {
  const [, name = "", quoted = ""] = (text.length <= MAX_FILTER && FILTER.exec(withoutSchema(text))) || [];
  try {
    return {
      attribute: ATTRIBUTES[name.toLowerCase() as keyof typeof ATTRIBUTES],
      value: z.string().refine(isStorable).parse(JSON.parse(quoted)),
    };
  } catch {
    throw new ScimProblem(
      "invalidFilter",
      'A filter is userName, externalId or id with eq and a text: userName eq "ana".',
    );
  }
}
