import { createAsk } from "./ask.ts";
import { CannotRun, observe } from "./observations.ts";
import { OptionsError, readOptions, USAGE } from "./options.ts";
import { print } from "./print.ts";
import { exitStatusOf, reportOn } from "./report.ts";

export type Terminal = { columns: number; coloured: boolean };
export type Outcome = { status: 0 | 1 | 2; out: string; err: string };

/** The whole command: what it prints, and its exit status. Throws only for a fault of its own. */
export async function run(
  args: string[],
  env: Record<string, string | undefined>,
  terminal: Terminal,
): Promise<Outcome> {
  try {
    const options = readOptions(args, env);
    if (!options) return { status: 0, out: USAGE, err: "" };
    const report = reportOn(options.baseUrl, await observe(createAsk(options), options));
    const status = exitStatusOf(report);
    return { status, out: options.json ? asJson({ status, ...report }) : print(report, terminal), err: "" };
  } catch (error) {
    if (!(error instanceof OptionsError || error instanceof CannotRun)) throw error;
    const out = args.includes("--json") ? asJson({ status: 2, error: error.message }) : "";
    return { status: 2, out, err: `contract: ${error.message}\n` };
  }
}

const asJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
