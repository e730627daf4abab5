import { join } from "node:path";
import { z } from "zod";
import { LaunchError, readJsonIfThere, writePrivateFile } from "./system/data-dir.ts";

const TIMEOUT_MS = 10_000;

/** The sandbox's answer; it has the key only if the key was just created. */
const answerShape = z.object({
  account_id: z.union([z.string(), z.number()]).transform(String),
  api_key: z.string().nullish(),
});

const storedShape = z.object({ account_id: z.string(), api_key: z.string() });

/**
 * Signs the dashboard up with the embedded service, as an operator would at the real one, and returns its API key. The
 * key is shown once, so it is written to disk before anything else. If the file was lost, or a kill came between the
 * answer and the file, the sandbox replaces the key.
 */
export async function signUp(sandboxUrl: string, dataDir: string): Promise<string> {
  const file = join(dataDir, "sandbox-account.json");
  const stored = readJsonIfThere(file, storedShape);
  const account = await ask(sandboxUrl, {});
  if (account.api_key) return store(file, account.account_id, account.api_key);
  if (stored?.account_id === account.account_id) return stored.api_key;
  const replaced = await ask(sandboxUrl, { replace: true });
  if (!replaced.api_key) throw new LaunchError("the sandbox did not replace the dashboard's API key");
  return store(file, replaced.account_id, replaced.api_key);
}

function store(file: string, account_id: string, api_key: string): string {
  writePrivateFile(file, `${JSON.stringify({ account_id, api_key })}\n`);
  return api_key;
}

async function ask(sandboxUrl: string, body: { replace?: boolean }): Promise<z.output<typeof answerShape>> {
  const response = await post(`${sandboxUrl}/sandbox/accounts`, body);
  const parsed = answerShape.safeParse(await response.json().catch(() => null));
  if (!parsed.success) throw new LaunchError("the sandbox's sign-up answers something unexpected");
  return parsed.data;
}

/** Starts the sandbox's scenarios; running ones continue. */
export async function startScenarios(sandboxUrl: string): Promise<void> {
  await post(`${sandboxUrl}/sandbox/scenarios/start`, {});
}

async function post(url: string, body: object): Promise<Response> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    redirect: "error",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new LaunchError(`the sandbox answers ${response.status} to ${new URL(url).pathname}`);
  return response;
}
