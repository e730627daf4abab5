import type { z } from "zod";
import { GROUPS, schema } from "#lib/platform/server/base/env-variables.ts";
import { table, writeOrCheck } from "#tools/test/documents/generated-page.ts";

/**
 * Writes `docs/configuration.md` from the variables of `lib/platform/server/base/env-variables.ts`. With `--check` it only compares
 * the page with them.
 */

const PAGE = "docs/configuration.md";
const INTRODUCTION = `# Configuration

Variables of the environment. All are optional. An invalid value ends the start with one line that names the variable; an empty value counts as absent. The page
**Settings ▸ Policies in force** shows each policy and its source to admins and auditors. [\`docs/deploy/cotejo.env\`](deploy/cotejo.env) is an example for
production.

\`npm run configuration\` writes this page from \`lib/platform/server/base/env-variables.ts\`; \`npm run lint\` fails when they differ.
`;

const described = new Set(Object.values(GROUPS).flatMap((group) => Object.keys(group)));
const missing = Object.keys(schema.shape).filter((name) => !described.has(name));
if (missing.length > 0) throw new Error(`${missing.join(", ")}: in no group of ${PAGE}`);

/** The default of the schema: a list by its entries, a number for each process as the variable takes it. */
function defaultOf(name: string, variable: z.ZodType): string {
  const { unset, besides } = variable.meta() ?? {};
  if (unset) return String(unset);
  const { data, error } = variable.safeParse(undefined);
  if (error) throw new Error(`${name}: needs a default, or must be optional`);
  if (data === undefined) return "–";
  const value = Array.isArray(data)
    ? data.join(",") || "none"
    : typeof data === "object"
      ? Object.entries(data as object)
          .map((entry) => entry.join("="))
          .join(",")
      : String(data);
  return besides ? `${value}; ${besides}` : value;
}

function rowOf([name, variable]: [string, z.ZodType]): string[] {
  const { description } = variable;
  if (!description) throw new Error(`${name}: has no description`);
  return [`\`${name}\``, defaultOf(name, variable), description];
}

const sections = Object.entries<Record<string, z.ZodType>>(GROUPS).flatMap(([title, variables]) => [
  `## ${title}`,
  table([["Variable", "Default", "Meaning"], ...Object.entries(variables).map(rowOf)]),
]);
const page = `${[INTRODUCTION.trimEnd(), ...sections].join("\n\n")}\n`;
writeOrCheck(PAGE, page, "lib/platform/server/base/env-variables.ts says: run npm run configuration");
