import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { identifier } from "#lib/platform/contract/fields.ts";
import { EnvError, readEnv } from "#lib/platform/server/base/env.ts";
import { createAsk } from "./observe/ask.ts";
import { CannotRun, observe } from "./observe/observations.ts";
import { exitStatusOf, print, reportOn } from "./report.ts";

const USAGE = `npm run contract -- [options]

Checks an implementation of the document-verification service against its interface, by reading alone: nothing but GET is
sent, one request after the other. The report gives values as their shape, so that it can be passed on.

Without an address and a key, the embedded service that \`npm start\` runs here is checked (SANDBOX_PORT, DATA_DIR).

  --base-url <url>        the service's base address; https unless it is on this machine      (SVC_BASE_URL)
  --api-key <key>         an API key of the account; better given as a variable               (SVC_API_KEY)
  --verification <id>     a verification of the account, to check what is read by id; may be repeated
  --timeout <seconds>     the longest wait for one answer, 1 to 120; 10 if not given
  --json                  the report as JSON
  --help                  this text

Options count before the variables in brackets. An option is seen by everybody who can list processes, and npm prints it:
give the key as SVC_API_KEY instead, e.g. after: read -rs SVC_API_KEY && export SVC_API_KEY
With npm run --silent nothing but the report is printed.

Exit status: 0 everything that could be tried holds, 1 something differs, 2 it could not be run, or not as a whole.
`;

/** A mistake in the options; one line that never repeats a value, since any of them may be a key in the wrong place. */
export class OptionsError extends Error {
  override name = "OptionsError";
}

const MAX_VERIFICATIONS = 50;
const LONGEST_TIMEOUT_S = 120;
const VARIABLES = { SVC_BASE_URL: "--base-url", SVC_API_KEY: "--api-key" } as const;

/** Reads the options; null where help is wanted. Throws OptionsError. */
export function readOptions(args: string[], env: Record<string, string | undefined>) {
  const values = parse(args);
  if (values.help) return null;
  const given = {
    SVC_BASE_URL: values["base-url"] ?? env.SVC_BASE_URL,
    SVC_API_KEY: values["api-key"] ?? env.SVC_API_KEY,
  };
  const { baseUrl, apiKey } = given.SVC_BASE_URL || given.SVC_API_KEY ? readTarget(given) : embeddedService(env);
  const verifications = [...new Set(values.verification ?? [])];
  if (verifications.length > MAX_VERIFICATIONS) {
    throw new OptionsError(`--verification: at most ${MAX_VERIFICATIONS} of them`);
  }
  if (verifications.some((id) => !identifier.safeParse(id).success)) {
    throw new OptionsError("--verification: must be the id of a verification");
  }
  const timeout = Number(values.timeout ?? "10");
  if (!(timeout >= 1 && timeout <= LONGEST_TIMEOUT_S)) {
    throw new OptionsError(`--timeout: must be a number of seconds from 1 to ${LONGEST_TIMEOUT_S}`);
  }
  return { baseUrl, apiKey, verifications, timeoutMs: timeout * 1_000, json: values.json ?? false };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        "base-url": { type: "string" },
        "api-key": { type: "string" },
        verification: { type: "string", multiple: true },
        timeout: { type: "string" },
        json: { type: "boolean" },
        help: { type: "boolean", short: "h" },
      },
    }).values;
  } catch (error) {
    throw new OptionsError(`${explain(error as NodeJS.ErrnoException)}; --help lists the options`);
  }
}

/** The parser's own message quotes unexpected input. */
function explain(error: NodeJS.ErrnoException): string {
  const option = /'(--?[a-z-]{1,20})\b/.exec(error.message)?.[1];
  if (error.code === "ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL") return "an argument belongs to no option";
  if (option === undefined) return "the options cannot be read";
  return error.code === "ERR_PARSE_ARGS_UNKNOWN_OPTION"
    ? `${option}: no such option`
    : `${option}: its value is missing, or not wanted`;
}

/** The account that the launcher has at the embedded service (`lib/launch/sandbox-account.ts`). */
const account = z.object({ api_key: z.string() });

function embeddedService({ SANDBOX_PORT, DATA_DIR }: Record<string, string | undefined>) {
  try {
    const { SANDBOX_PORT: port, DATA_DIR: folder } = readEnv({ SANDBOX_PORT, DATA_DIR });
    const { api_key } = account.parse(JSON.parse(readFileSync(join(folder, "sandbox-account.json"), "utf8")));
    return readTarget({ SVC_BASE_URL: `http://127.0.0.1:${port}`, SVC_API_KEY: api_key });
  } catch (error) {
    if (error instanceof EnvError) throw new OptionsError(error.message);
    throw new OptionsError(
      "--base-url: required with an API key, or SVC_BASE_URL; the embedded service was not started here (npm start)",
    );
  }
}

/** Checks the address and the key by the rules of the dashboard's own variables, so that the dashboard accepts them too. */
function readTarget(given: Record<keyof typeof VARIABLES, string | undefined>) {
  try {
    const { SVC_BASE_URL: baseUrl, SVC_API_KEY: apiKey } = readEnv(given);
    if (!baseUrl) throw new OptionsError("--base-url: required, or SVC_BASE_URL");
    if (!apiKey) throw new OptionsError("an API key is required: set SVC_API_KEY, or give --api-key");
    return { baseUrl, apiKey };
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    const [variable = "", ...rest] = error.message.split(":");
    throw new OptionsError(`${VARIABLES[variable as keyof typeof VARIABLES] ?? variable}:${rest.join(":")}`);
  }
}

type Terminal = { columns: number; coloured: boolean };
type Outcome = { status: 0 | 1 | 2; out: string; err: string };

/** The whole command: its output, and its exit status. Throws only for internal errors. */
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
